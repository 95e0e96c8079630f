import type { WorkerMessage } from '../contract/workerMessages';

/** Starts the newer version and reloads this page; called only when the person wants it. */
export type TakeOver = () => void;
/** Watches for newer versions, for the life of the page. */
export type WatchUpdates = (onUpdate: (takeOver: TakeOver) => void) => void;

const skipWaiting: WorkerMessage = { kind: 'skipWaiting' };

/** Registers the service worker. An update is offered and never forced. */
export const registerWorker = async (
  page: Window,
  onUpdate: (takeOver: TakeOver) => void,
  onError: (error: unknown) => void,
): Promise<void> => {
  if (!('serviceWorker' in page.navigator)) return;
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    let isWanted = false;
    workbox.addEventListener('controlling', () => {
      // Another tab's update changes this page's worker too; only the tab that was asked reloads.
      if (isWanted) page.location.reload();
    });
    const offer = (registration: ServiceWorkerRegistration): void =>
      onUpdate(() => {
        isWanted = true;
        registration.waiting?.postMessage(skipWaiting);
      });
    const registration = await workbox.register();
    if (!registration) return;
    workbox.addEventListener('waiting', () => offer(registration));
    if (registration.waiting && page.navigator.serviceWorker.controller) offer(registration);
  } catch (error) {
    onError(error);
  }
};
