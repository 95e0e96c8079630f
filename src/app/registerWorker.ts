import { BASE_PATH } from '../contract/basePath';
import { skipWaiting } from './reloadNewest';
import { type IsSaved, type ReloadReason, reloadWhenIdle } from './reloadWhenIdle';

/** Starts the newer version in every tab. Called only when the person wants it. */
export type TakeOver = () => void;
/** Reports newer versions during the life of the page. */
export type WatchUpdates = (onUpdate: (takeOver: TakeOver) => void) => void;

interface UpdateEvents {
  /** A newer version is installed and waits. */
  readonly onUpdate: (takeOver: TakeOver) => void;
  readonly onError: (error: unknown) => void;
}

/** How often an open app checks for updates. Browsers check only at navigations. */
const ASK_EVERY_MS = 60 * 60 * 1000;

const onReturn = (page: Window, act: () => void): void => {
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') act();
  });
  page.addEventListener('online', act);
};

/** Calls back for every build that is installed during the life of the page. Workbox reports only the first one. */
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

/**
 * Registers the service worker. An update is offered, never forced. The tab that takes it reloads at once, the other
 * tabs when that disturbs nobody.
 */
export const registerWorker = async (
  page: Window,
  isSaved: IsSaved,
  { onUpdate, onError }: UpdateEvents,
): Promise<void> => {
  if (!('serviceWorker' in page.navigator)) return;
  const { serviceWorker } = page.navigator;
  // The first worker of a first visit is not an update.
  let hadWorker = serviceWorker.controller !== null;
  let registration: ServiceWorkerRegistration | undefined;
  let why: ReloadReason = 'other tab';
  const offerWaiting = (): void => {
    if (!registration?.waiting || !hadWorker) return;
    onUpdate(() => {
      why = 'press';
      if (registration?.waiting) registration.waiting.postMessage(skipWaiting);
      else reloadWhenIdle(page, isSaved, why);
    });
  };
  const register = async (): Promise<void> => {
    try {
      const { Workbox } = await import('workbox-window');
      registration = await new Workbox(`${BASE_PATH}sw.js`).register();
      if (!registration) return;
      // After a forced reload the page has no controlling worker, but it must follow updates too.
      hadWorker ||= registration.active?.state === 'activated';
      onInstalled(registration, offerWaiting);
      offerWaiting();
    } catch (error) {
      onError(error);
    }
  };
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) reloadWhenIdle(page, isSaved, why);
    hadWorker = true;
  });

  let askedAt = page.performance.now();
  const askAgain = async (): Promise<void> => {
    // A failed first installation leaves no registration, and the app could not start offline.
    if (!registration?.installing && !registration?.waiting && !registration?.active) return register();
    if (page.performance.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = page.performance.now();
    // Being offline is no error here; the next check comes.
    await registration.update().catch(() => undefined);
  };
  let asking = register();
  onReturn(page, () => {
    asking = asking.then(askAgain);
  });
  await asking;
};
