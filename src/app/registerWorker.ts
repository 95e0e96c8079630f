import type { WorkerMessage } from '../contract/workerMessages';
import { type IsSaved, reloadQuietly } from './reloadQuietly';

/** Starts the newer version, in every tab; called only when the person wants it. */
export type TakeOver = () => void;
/** Watches for newer versions, for the life of the page. */
export type WatchUpdates = (onUpdate: (takeOver: TakeOver) => void) => void;

export interface UpdateEvents {
  /** A newer version waits. */
  readonly onUpdate: (takeOver: TakeOver) => void;
  readonly onError: (error: unknown) => void;
}

const skipWaiting: WorkerMessage = { kind: 'skipWaiting' };

/** An app that stays open for weeks asks by itself; a browser asks at navigations only. */
const ASK_EVERY_MS = 60 * 60 * 1000;

const keepAsking = (page: Window, registration: ServiceWorkerRegistration): void => {
  let askedAt = page.performance.now();
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState !== 'visible' || page.performance.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = page.performance.now();
    // Offline is no news, and the next time comes.
    registration.update().catch(() => undefined);
  });
};

/** Hears of every build that is installed while the page lives: Workbox listens for the first of them only, failed or not. */
const onInstalled = (registration: ServiceWorkerRegistration, hear: () => void): void => {
  const follow = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') hear();
    });
  };
  registration.addEventListener('updatefound', follow);
  follow();
};

/** Registers the service worker. An update is offered and never forced; once a person took it, every tab follows when it can. */
export const registerWorker = async (
  page: Window,
  isSaved: IsSaved,
  { onUpdate, onError }: UpdateEvents,
): Promise<void> => {
  if (!('serviceWorker' in page.navigator)) return;
  const { serviceWorker } = page.navigator;
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    let hadController = serviceWorker.controller !== null;
    workbox.addEventListener('controlling', () => {
      // The first worker of a first visit brings nothing new.
      if (hadController) reloadQuietly(page, isSaved);
      hadController = true;
    });
    const offer = (registration: ServiceWorkerRegistration): void =>
      onUpdate(() => {
        if (registration.waiting) registration.waiting.postMessage(skipWaiting);
        else reloadQuietly(page, isSaved);
      });
    const registration = await workbox.register();
    if (!registration) return;
    keepAsking(page, registration);
    const offerWaiting = (): void => {
      if (registration.waiting && serviceWorker.controller) offer(registration);
    };
    onInstalled(registration, offerWaiting);
    offerWaiting();
  } catch (error) {
    onError(error);
  }
};
