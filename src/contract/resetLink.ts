const PARAM = 'reset';

/** The link to set a new password. The code is after the `#`, because browsers send that part to no server. */
export const resetLink = (appUrl: string, code: string): string => `${appUrl}guest#${PARAM}=${code}`;

/**
 * The code after the `#` of an address; null if it is no such link, and empty if the link was cut off before its code.
 * What a mail program took into the link behind the code, such as a full stop, is left out.
 */
export const resetCodeIn = (hash: string): string | null => new RegExp(`^#${PARAM}=([\\w-]*)`).exec(hash)?.[1] ?? null;
