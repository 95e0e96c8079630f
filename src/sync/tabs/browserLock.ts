/**
 * The used part of `navigator.locks.request`: runs `held` while it has the lock. Aborting cancels the wait for the
 * lock.
 */
export type RequestLock = (name: string, signal: AbortSignal, held: () => Promise<void>) => Promise<void>;

const isDenied = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError';

/**
 * The browser's locks. Without them (very old browsers, or blocked together with storage) every tab leads. A single tab
 * then still works correctly.
 */
export const requestBrowserLock: RequestLock = async (name, signal, held) => {
  if (!('locks' in navigator)) return held();
  let isGranted = false;
  // Chromium loses an abort that comes within milliseconds of a page's first request, and would grant the lock later.
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      if (!isGranted) reject(signal.reason);
    });
  });
  const request = navigator.locks.request(name, { signal }, async () => {
    if (signal.aborted) return;
    isGranted = true;
    await held();
  });
  try {
    await Promise.race([request, aborted]);
  } catch (error) {
    if (isGranted || !isDenied(error)) throw error;
    await held();
  }
};
