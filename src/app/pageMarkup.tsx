import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { BASE_PATH, hrefOf } from '../contract/basePath';
import { NO_CAPABILITIES } from '../contract/capabilities';
import type { EarlyFrame } from '../device/earlyFrame';
import { Cards } from '../features/lists/Cards';
import { PATTERN } from '../features/lists/earlyCards';
import { ListCard } from '../features/lists/ListCard';
import { paths } from '../features/paths';
import { DEFAULT_LANGUAGE } from '../locales/languages';
import type { AppStore } from '../store/state/appStore';
import { capabilitiesLoaded } from '../store/state/capabilitiesSlice';
import { guestState } from '../store/state/guestState';
import type { Ports } from '../store/state/ports';
import { makeStore } from '../store/store';
import { PanesLayout } from '../ui/Panes';
import { ThemeRoot } from '../ui/ThemeRoot';
import { App } from './App';
import { makeI18n } from './i18n';
import { guestPage } from './lazyComponents';
import { ListSkeleton, ListsSkeleton } from './PageSkeleton';

/** What the HTML page shows before the app runs, and the `<style>` elements it needs. */
export interface PageMarkup {
  /** The language of the texts. */
  readonly language: string;
  /** The sign-in: the content of the root element, which React hydrates. */
  readonly guest: string;
  /** The skeletons of the screens that a signed-in person begins with, by name. React replaces them. */
  readonly frames: Readonly<Record<EarlyFrame, string>>;
  /** One card, as the pattern for the lists that were seen last. */
  readonly cards: string;
  readonly styles: string;
}

/** Rendering calls no port, so this stub is enough. */
const stubPorts = { local: { getItem: () => null } } as unknown as Ports;

const nothing = (): void => undefined;

const render = async (cache: EmotionCache, element: ReactNode): Promise<string> => {
  const { prelude } = await prerender(<CacheProvider value={cache}>{element}</CacheProvider>, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return new Response(prelude).text();
};

/**
 * The `<style>` elements of all that was rendered. In the browser Emotion reads their names to know which styles exist.
 * They include the styles of a component around another one (a button around its base), which are on no element:
 * otherwise the browser would prepare and insert them.
 */
const stylesOf = (cache: EmotionCache): string => {
  const isGlobal = (name: string): boolean => cache.registered[`${cache.key}-${name}`] === undefined;
  const written = Object.entries(cache.inserted).filter(([, text]) => typeof text === 'string');
  const element = (key: string, styles: typeof written): string =>
    `<style data-emotion="${key} ${styles.map(([name]) => name).join(' ')}">${styles.map(([, text]) => text).join('')}</style>`;
  const global = written.filter(([name]) => isGlobal(name));
  const componentStyles = written.filter(([name]) => !isGlobal(name));
  return [...global.map((style) => element('css-global', [style])), element('css', componentStyles)].join('');
};

/** Renders what the page contains before the app runs. Only the build calls it. */
export const renderPage = async (): Promise<PageMarkup> => {
  await guestPage.prefetch();
  const i18n = await makeI18n(DEFAULT_LANGUAGE);
  const cache = createCache({ key: 'css' });
  // Makes Emotion keep each style's text, instead of writing styles between the elements.
  cache.compat = true;
  const renderGuest = (store: AppStore): Promise<string> =>
    render(
      cache,
      <App
        store={store}
        i18n={i18n}
        inRouter={(screens) => (
          <StaticRouter basename={BASE_PATH} location={hrefOf(paths.guest)}>
            {screens}
          </StaticRouter>
        )}
        watchUpdates={nothing}
        onError={(error) => {
          throw error;
        }}
        onReload={nothing}
      />,
    );
  const store = makeStore(stubPorts, guestState());
  const guest = await renderGuest(store);
  const renderSkeleton = (skeleton: ReactNode): Promise<string> =>
    render(
      cache,
      <ThemeRoot>
        <Provider store={store}>
          <I18nextProvider i18n={i18n}>
            <StaticRouter basename={BASE_PATH} location={hrefOf(paths.lists)}>
              {skeleton}
            </StaticRouter>
          </I18nextProvider>
        </Provider>
      </ThemeRoot>,
    );
  const frames = {
    lists: await renderSkeleton(<ListsSkeleton />),
    listsBeside: await renderSkeleton(
      <PanesLayout hasTwo overview={<ListsSkeleton />} overviewLabel="" detail={null} invitation={null} />,
    ),
    list: await renderSkeleton(<ListSkeleton />),
  };
  const cards = await renderSkeleton(
    <Cards>
      <ListCard texts={PATTERN} isKnown more={{ label: '' }} />
    </Cards>,
  );
  // Only for its styles: the button for the demo comes with the provider's answer.
  store.dispatch(capabilitiesLoaded({ ...NO_CAPABILITIES, demo: true }));
  await renderGuest(store);
  return { language: DEFAULT_LANGUAGE, guest, frames, cards, styles: stylesOf(cache) };
};
