const PARAM = 'invite';

/** The link that leads somebody to an invitation. The code stands behind the `#`, which no browser sends to a server. */
export const inviteLink = (listsUrl: string, code: string): string => `${listsUrl}#${PARAM}=${code}`;

/** The code in a link or in text around one; null where there is none. */
export const inviteCodeIn = (text: string): string | null =>
  new RegExp(`#${PARAM}=([A-Za-z0-9_-]{1,200})`).exec(text)?.[1] ?? null;
