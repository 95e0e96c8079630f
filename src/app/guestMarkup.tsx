import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { BASE_PATH, hrefOf } from '../contract/basePath';
import { paths } from '../features/paths';
import { DEFAULT_LANGUAGE } from '../locales/languages';
import { guestState } from '../store/state/guestState';
import type { Ports } from '../store/state/ports';
import { makeStore } from '../store/store';
import { App } from './App';
import { makeI18n } from './i18n';
import { guestPage } from './lazyComponents';

/** The sign-in page as HTML: the content of the root element, and the `<style>` elements it needs. */
export interface GuestMarkup {
  /** The language of the texts. */
  readonly language: string;
  readonly body: string;
  readonly styles: string;
}

/** Rendering calls no port, so this stub is enough. */
const stubPorts = { local: { getItem: () => null } } as unknown as Ports;

const nothing = (): void => undefined;

/** Renders the sign-in for a new visitor. Only the build calls it. */
export const renderGuest = async (): Promise<GuestMarkup> => {
  await guestPage.prefetch();
  const store = makeStore(stubPorts, guestState());
  const i18n = await makeI18n(DEFAULT_LANGUAGE);
  const cache = createCache({ key: 'css' });
  // Makes Emotion keep each style's text, instead of writing styles between the elements.
  cache.compat = true;
  const { prelude } = await prerender(
    <CacheProvider value={cache}>
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
      />
    </CacheProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const body = await new Response(prelude).text();
  const isGlobal = (name: string): boolean => cache.registered[`${cache.key}-${name}`] === undefined;
  const written = Object.entries(cache.inserted).filter(([, text]) => typeof text === 'string');
  const global = written.filter(([name]) => isGlobal(name));
  const own = written.filter(([name]) => body.includes(`${cache.key}-${name}`));
  // In the browser Emotion reads these names to know which styles exist.
  const element = (key: string, styles: typeof written): string =>
    `<style data-emotion="${key} ${styles.map(([name]) => name).join(' ')}">${styles.map(([, text]) => text).join('')}</style>`;
  return {
    language: DEFAULT_LANGUAGE,
    body,
    styles: [...global.map((style) => element('css-global', [style])), element('css', own)].join(''),
  };
};
