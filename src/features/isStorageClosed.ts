/** Errors of private modes and blocked cookies: the browser gives this page no storage at all. */
const CLOSED = /^(SecurityError|InvalidStateError|ReferenceError|NotAllowedError)/;

/** @param reason the reason of the `storageError` entry */
export const isStorageClosed = (reason: string): boolean => CLOSED.test(reason);
