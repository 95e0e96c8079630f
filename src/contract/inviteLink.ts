const PARAM = 'invite';

/** The link of an invitation. The code is after the `#`, because browsers send that part to no server. */
export const inviteLink = (listsUrl: string, code: string): string => `${listsUrl}#${PARAM}=${code}`;

/** The code in a link, or in a text that contains a link; null if there is none. */
export const inviteCodeIn = (text: string): string | null =>
  new RegExp(`#${PARAM}=([A-Za-z0-9_-]{1,200})`).exec(text)?.[1] ?? null;

/** The code in an address: '' for a broken one, null if the address is no invitation. */
export const inviteCodeAt = (hash: string): string | null =>
  inviteCodeIn(hash) ?? (hash.startsWith(`#${PARAM}=`) ? '' : null);
