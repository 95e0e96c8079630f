import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { AppProviders } from './app/AppProviders';
import { AppShell } from './app/AppShell';
import { browserAnalytics, whenIdle } from './app/browserAnalytics';
import { browserPorts } from './app/browserPorts';
import { HAS_ANALYTICS, readEnv } from './app/env';
import { holdInvitation } from './app/heldInvitation';
import { followLanguage, makeI18n, readLanguage } from './app/i18n';
import { prefetchFirst, prefetchParts } from './app/parts';
import { RouteError } from './app/RouteError';
import type { WatchUpdates } from './app/registerWorker';
import { reloadForChunk } from './app/reloadForChunk';
import { takeShare } from './app/sharedText';
import { startAnew } from './app/startAnew';
import { BASE_PATH } from './contract/basePath';
import { holdInstallPrompt } from './device/installPrompt';
import { markPlatform, platformOf, readDeviceFacts } from './device/platform';
import { makeAnalyticsListeners } from './store/analyticsListeners';
import { allOnDisk } from './store/session/allOnDisk';
import { start } from './store/session/sessionThunks';
import { logged } from './store/state/logsSlice';
import { makeStore } from './store/store';
import { followKeyboard } from './ui/followKeyboard';

/** A start that takes longer than this shows the shapes of the screen meanwhile. */
const SLOW_START_MS = 500;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const boot = async (page: Window, root: HTMLElement): Promise<void> => {
  const html = page.document.documentElement;
  markPlatform(html, platformOf(readDeviceFacts()));
  followKeyboard(page);
  page.history.scrollRestoration = 'manual';

  const log = (level: 'warn' | 'error', text: string): void => {
    store.dispatch(logged({ time: Date.now(), level, text }));
  };
  const invitation = holdInvitation(page);
  takeShare(page);
  const installPrompt = holdInstallPrompt(page);
  const env = readEnv();
  if (env.build) html.dataset.build = env.build;
  const ports = browserPorts(page, env, (text) => log('warn', text));
  const analytics =
    HAS_ANALYTICS && env.analytics ? browserAnalytics(page, env.analytics, (text) => log('warn', text)) : null;
  const store = makeStore(ports, undefined, {
    listeners: HAS_ANALYTICS && analytics ? [makeAnalyticsListeners(analytics)] : [],
    isDevelopment: !env.isProduction,
  });
  const isSaved = (): Promise<boolean> => store.dispatch(allOnDisk());
  const isSignedIn = ports.session.token() !== null;
  const local = (): Storage => page.localStorage;
  const i18n = makeI18n(readLanguage(local));
  const first = prefetchFirst(page, isSignedIn);
  // A session whose code was lost: what failed at the start is caught here, what fails at the sign-in by the page.
  page.addEventListener('unhandledrejection', ({ reason }) => void reloadForChunk(page, reason, isSaved));
  const started = store.dispatch(start()).catch((error: unknown) => {
    log('error', `start failed: ${String(error)}`);
    void reloadForChunk(page, error, isSaved);
  });
  await Promise.race([Promise.all([started, first.screen]), after(SLOW_START_MS)]);
  await first.waiting;
  followLanguage(await i18n, html, local);

  const watchUpdates: WatchUpdates = (onUpdate) => {
    const onError = (error: unknown): void => log('warn', `service worker: ${error}`);
    if (env.isProduction)
      import('./app/registerWorker')
        .then(({ registerWorker }) => registerWorker(page, isSaved, { onUpdate, onError }))
        .catch(onError);
  };
  createRoot(root).render(
    <StrictMode>
      <AppProviders store={store} i18n={await i18n}>
        <RouteError
          onError={(error) => {
            log('error', `screen broke: ${String(error)}`);
            void reloadForChunk(page, error, isSaved);
          }}
          onReload={() => void startAnew(page)}
        >
          <BrowserRouter basename={BASE_PATH} useTransitions={false}>
            <AppShell
              watchUpdates={watchUpdates}
              analytics={analytics}
              installPrompt={installPrompt}
              invitation={invitation}
            />
          </BrowserRouter>
        </RouteError>
      </AppProviders>
    </StrictMode>,
  );
  prefetchParts(page);
  if (analytics) whenIdle(page, () => void analytics.start());
};

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
void boot(window, root);
