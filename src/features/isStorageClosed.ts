/** Private modes and blocked cookies: the device's storage is neither full nor broken, but closed to us for good. */
const CLOSED = /^(SecurityError|InvalidStateError|ReferenceError|NotAllowedError)/;

/** @param reason of the registry's `storageError` */
export const isStorageClosed = (reason: string): boolean => CLOSED.test(reason);
