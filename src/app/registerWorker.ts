import { BASE_PATH } from '../contract/basePath';
import { type IsSaved, reloadQuietly } from './reloadQuietly';
import { skipWaiting } from './startAnew';

/** Starts the newer version, in every tab; called only when the person wants it. */
export type TakeOver = () => void;
/** Watches for newer versions, for the life of the page. */
export type WatchUpdates = (onUpdate: (takeOver: TakeOver) => void) => void;

export interface UpdateEvents {
  /** A newer version waits. */
  readonly onUpdate: (takeOver: TakeOver) => void;
  readonly onError: (error: unknown) => void;
}

/** An app that stays open for weeks asks by itself; a browser asks at navigations only. */
const ASK_EVERY_MS = 60 * 60 * 1000;

const onReturn = (page: Window, act: () => void): void => {
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') act();
  });
  page.addEventListener('online', act);
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
  // The first worker of a first visit brings nothing new.
  let hadWorker = serviceWorker.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  const offerWaiting = (): void => {
    if (!registration?.waiting || !hadWorker) return;
    onUpdate(() => {
      if (registration?.waiting) registration.waiting.postMessage(skipWaiting);
      else reloadQuietly(page, isSaved);
    });
  };
  const register = async (): Promise<void> => {
    try {
      const { Workbox } = await import('workbox-window');
      registration = await new Workbox(`${BASE_PATH}sw.js`).register();
      if (!registration) return;
      // A page that was loaded past the worker has none in charge, and follows like any other.
      hadWorker ||= registration.active?.state === 'activated';
      onInstalled(registration, offerWaiting);
      offerWaiting();
    } catch (error) {
      onError(error);
    }
  };
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) reloadQuietly(page, isSaved);
    hadWorker = true;
  });

  let askedAt = page.performance.now();
  const askAgain = async (): Promise<void> => {
    // A first installation that broke leaves nothing behind: the app would not even start without a network.
    if (!registration?.installing && !registration?.waiting && !registration?.active) return register();
    if (page.performance.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = page.performance.now();
    // Offline is no news, and the next time comes.
    await registration.update().catch(() => undefined);
  };
  let asking = register();
  onReturn(page, () => {
    asking = asking.then(askAgain);
  });
  await asking;
};
