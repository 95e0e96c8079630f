const PARAM = 'reset';

/** The link that a forgotten password is set anew with. The code stands behind the `#`, which no browser sends to a server. */
export const resetLink = (appUrl: string, code: string): string => `${appUrl}guest#${PARAM}=${code}`;

/** The code behind the `#` of an address; null where there is none. */
export const resetCodeIn = (hash: string): string | null =>
  new RegExp(`^#${PARAM}=([A-Za-z0-9_-]{1,200})$`).exec(hash)?.[1] ?? null;
