import type { WorkerMessage } from '../contract/workerMessages';

/** Tells a worker that waits to take over. */
export const skipWaiting: WorkerMessage = { kind: 'skipWaiting' };

/** A worker that is to take over waits for what the one before still has to do. */
const PATIENCE_MS = 5000;

/**
 * Loads the page anew, in the newest version there is. A screen that broke offers no versions any more, and a reload alone would
 * bring the same one again for as long as a page is open: the version that mends it would wait for ever.
 */
export const startAnew = async (page: Window): Promise<void> => {
  const { serviceWorker } = page.navigator;
  const registration = await serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting) {
    const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    registration.waiting.postMessage(skipWaiting);
    await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  }
  page.location.reload();
};
