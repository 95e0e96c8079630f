const PARAM = 'reset';

/** The link to set a new password. The code is after the `#`, because browsers send that part to no server. */
export const resetLink = (appUrl: string, code: string): string => `${appUrl}guest#${PARAM}=${code}`;

/** The code after the `#` of an address; null if there is none. */
export const resetCodeIn = (hash: string): string | null =>
  new RegExp(`^#${PARAM}=([A-Za-z0-9_-]{1,200})$`).exec(hash)?.[1] ?? null;
