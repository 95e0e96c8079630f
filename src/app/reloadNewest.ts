import type { WorkerMessage } from '../contract/workerMessages';

/** The message that makes a waiting worker take over. */
export const skipWaiting: WorkerMessage = { kind: 'skipWaiting' };

/** How long to wait for the takeover. The new worker waits until the old one has finished its work. */
const TAKEOVER_TIMEOUT_MS = 5000;

/**
 * Reloads the page in the newest version. A crashed screen cannot offer the update. A plain reload keeps the old
 * version while any page is open, so the fix would never start.
 */
export const reloadNewest = async (page: Window): Promise<void> => {
  const { serviceWorker } = page.navigator;
  const registration = await serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.waiting) {
    const taken = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    registration.waiting.postMessage(skipWaiting);
    await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, TAKEOVER_TIMEOUT_MS))]);
  }
  page.location.reload();
};
