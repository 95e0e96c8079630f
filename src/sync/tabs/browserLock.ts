/** `navigator.locks.request`, as far as it is needed: runs `held` while the lock is held; aborting gives up waiting for it. */
export type RequestLock = (name: string, signal: AbortSignal, held: () => Promise<void>) => Promise<void>;

const isDenied = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError';

/**
 * The browser's locks. Where there are none (very old browsers), or where they are blocked together with storage, every tab
 * leads: one tab still works as it should.
 */
export const requestBrowserLock: RequestLock = async (name, signal, held) => {
  if (!('locks' in navigator)) return held();
  let isGranted = false;
  try {
    await navigator.locks.request(name, { signal }, () => {
      isGranted = true;
      return held();
    });
  } catch (error) {
    if (isGranted || !isDenied(error)) throw error;
    await held();
  }
};
