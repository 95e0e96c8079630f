import { CacheProvider } from '@emotion/react';
import { type ReactElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App';
import { browserAnalytics } from './app/browserAnalytics';
import { browserPorts } from './app/browserPorts';
import { dropSlashes } from './app/dropSlashes';
import { makeEmotionCache } from './app/emotionCache';
import { readEnv } from './app/env';
import { firstScreenOf } from './app/firstScreen';
import { followOtherTabs } from './app/followOtherTabs';
import { goToGuest } from './app/goToGuest';
import { followLanguage, makeI18n, readLanguage } from './app/i18n';
import { prefetchComponents, prefetchFirst } from './app/lazyComponents';
import { makePendingInvitation } from './app/pendingInvitation';
import type { WatchUpdates } from './app/registerWorker';
import { reloadForChunk } from './app/reloadForChunk';
import { reloadNewest } from './app/reloadNewest';
import { takeShare } from './app/sharedText';
import { BASE_PATH, pathBelow } from './contract/basePath';
import { earlyFormTaken, takeEarlyForm } from './device/earlyForm';
import { isEarlyFrameFilled, removeEarlyFrames, replaceEarlyFrames } from './device/earlyFrame';
import { holdInstallPrompt } from './device/installPrompt';
import { markPlatform, platformOf, readDeviceFacts } from './device/platform';
import { whenIdle } from './device/whenIdle';
import { makeAnalyticsListeners } from './store/analyticsListeners';
import { startSession } from './store/session/followToken';
import { waitUntilOnDisk } from './store/session/openSession';
import { guestState } from './store/state/guestState';
import { logged } from './store/state/logsSlice';
import { makeStore } from './store/store';
import { followKeyboard } from './ui/followKeyboard';
import { theme } from './ui/theme';

/** The build puts a constant here, so that a build without a key does not contain the analytics code. */
declare const BUILT_WITH_ANALYTICS: boolean;

/** If the start takes longer than this, the skeleton of the screen is shown. */
const SLOW_START_MS = 500;

/** The same while the page shows the lists as they were seen last: a skeleton in their place would be a loss. */
const SLOWEST_START_MS = 5000;

/** Tasks that are not urgent wait until the page is idle, but not longer than this. */
const IDLE_MS = 10_000;

/** The longest wait for React to take over the form of the page. It never does if another screen comes first. */
const TAKING_OVER_MS = 5000;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Whether the page already shows the right screen: nobody is signed in, and the page came with the sign-in form
 * (`app/pageMarkup.tsx`) in the language of this person. Then React takes it over.
 */
const isInPage = (page: Window, root: HTMLElement, isSignedIn: boolean): boolean => {
  const { pathname, hash } = page.location;
  const language = readLanguage(() => page.localStorage);
  return firstScreenOf(pathBelow(pathname), hash, isSignedIn) === 'guest' && root.dataset.guest === language;
};

/** Prepares page and address. Takes what came with the address or may come before the app is drawn. */
const preparePage = (page: Window) => {
  markPlatform(page.document.documentElement, platformOf(readDeviceFacts()));
  followKeyboard(page);
  page.history.scrollRestoration = 'manual';
  dropSlashes(page);
  const invitation = makePendingInvitation(page);
  takeShare(page);
  return { invitation, installPrompt: holdInstallPrompt(page) };
};

/** React needs the theme for its first render, and cannot divide its creation. So it is created before, in a task of its own. */
const prepareTheme = async (): Promise<void> => {
  await after(0);
  theme();
  await after(0);
};

interface Shown {
  readonly page: Window;
  readonly root: HTMLElement;
  readonly app: ReactElement;
}

/** Draws the app in place of what the page shows. */
const draw = ({ page, root, app }: Shown): void => {
  root.replaceChildren();
  takeEarlyForm(page.document);
  replaceEarlyFrames(page.document, root);
  createRoot(root).render(app);
};

/**
 * React takes over the sign-in form of the page.
 * @returns resolves in a later task than that in which React has it
 */
const takeOver = async ({ page, root, app }: Shown, warn: (text: string) => void): Promise<void> => {
  removeEarlyFrames(page.document);
  goToGuest(page);
  const onRecoverableError = (error: unknown): void => warn(`the sign-in was rendered anew: ${String(error)}`);
  // A transition renders in slices. Between two slices the form in the page reacts to the person.
  startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  await Promise.race([earlyFormTaken, after(TAKING_OVER_MS)]);
  // If another screen came first, presses on it must not be held back.
  takeEarlyForm(page.document);
  await after(0);
};

const boot = async (page: Window, root: HTMLElement): Promise<void> => {
  const html = page.document.documentElement;
  const log = (level: 'warn' | 'error', text: string): void => {
    store.dispatch(logged({ time: Date.now(), level, text }));
  };
  const warn = (text: string): void => log('warn', text);
  const { invitation, installPrompt } = preparePage(page);
  const env = readEnv();
  if (env.build) html.dataset.build = env.build;
  const ports = browserPorts(page, env, warn);
  const isSignedIn = ports.session.token() !== null;
  const isTakenOver = isInPage(page, root, isSignedIn);
  // Loading this code has blocked the page. Keys that were pressed meanwhile are handled first.
  if (isTakenOver) await after(0);
  const analytics = BUILT_WITH_ANALYTICS && env.analytics ? browserAnalytics(page, env.analytics, warn) : null;
  const renderedState = isTakenOver ? guestState() : undefined;
  const store = makeStore(ports, renderedState, {
    listeners: BUILT_WITH_ANALYTICS && analytics ? [makeAnalyticsListeners(analytics)] : [],
    isDevelopment: !env.isProduction,
  });
  const isSaved = (): Promise<boolean> => store.dispatch(waitUntilOnDisk());
  const local = (): Storage => page.localStorage;
  const i18n = makeI18n(readLanguage(local));
  const first = prefetchFirst(page, isSignedIn);
  const broke = (what: string, error: unknown): void => {
    log('error', `${what}: ${String(error)}`);
    void reloadForChunk(page, error, isSaved);
  };
  // A chunk of the session may be missing on the server. At the start `startStore` catches that, at a sign-in this
  // listener.
  page.addEventListener('unhandledrejection', ({ reason }) => void reloadForChunk(page, reason, isSaved));
  const startStore = (): Promise<void> =>
    store.dispatch(startSession()).catch((error: unknown) => broke('start failed', error));
  // If the page is taken over, its first screen is known, and must not change before React has it. So the store starts
  // later.
  const started = isTakenOver ? null : startStore();
  // Meanwhile the page waits for files and disk.
  await prepareTheme();
  await Promise.race([
    Promise.all([started, first.screen]),
    after(isEarlyFrameFilled(page.document) ? SLOWEST_START_MS : SLOW_START_MS),
  ]);
  await first.waiting;
  followLanguage(await i18n, html, local);
  followOtherTabs(page, await i18n);

  const watchUpdates: WatchUpdates = (onUpdate) => {
    const onError = (error: unknown): void => warn(`service worker: ${error}`);
    if (env.isProduction)
      import('./app/afterFirstPull')
        .then(({ afterFirstPull }) => afterFirstPull(page, store, isSignedIn))
        .then(() => import('./app/registerWorker'))
        .then(({ registerWorker }) => registerWorker(page, isSaved, { onUpdate, onError }))
        .catch(onError);
  };
  const app = (
    <CacheProvider value={makeEmotionCache()}>
      <App
        store={store}
        i18n={await i18n}
        renderedState={renderedState}
        inRouter={(screens) => (
          <BrowserRouter basename={BASE_PATH} useTransitions={false}>
            {screens}
          </BrowserRouter>
        )}
        onError={(error) => broke('screen broke', error)}
        onReload={() => void reloadNewest(page)}
        watchUpdates={watchUpdates}
        analytics={analytics}
        installPrompt={installPrompt}
        invitation={invitation}
      />
    </CacheProvider>
  );
  const shown: Shown = { page, root, app };
  if (isTakenOver) void takeOver(shown, warn).then(startStore);
  else draw(shown);
  delete root.dataset.guest;
  void prefetchComponents(page);
  void whenIdle(page, IDLE_MS)
    .then(() => import('./app/followStore'))
    .then(async ({ followStore }) => followStore(page, store, await i18n))
    .catch((error: unknown) => warn(`following the store: ${String(error)}`));
  if (analytics) void whenIdle(page, IDLE_MS).then(() => analytics.start());
};

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
void boot(window, root);
