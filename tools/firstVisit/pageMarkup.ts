import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { PageMarkup } from '../../src/app/pageMarkup';

/** Where packages are found from. */
const OUTPUT = 'node_modules/.cache/listy/pageMarkup.mjs';

const ROOT = '<div id="root"></div>';

/** The preload links of React, which it puts before everything else. */
const AHEAD = /^(?:<link [^>]*>)*/;

/** Renders the sign-in and the skeletons with the app's own code (`src/app/pageMarkup.tsx`), here in the build. */
const render = async (base: string, src: string): Promise<PageMarkup> => {
  const outfile = join(src, '..', OUTPUT);
  await build({
    entryPoints: [join(src, 'app/pageMarkup.tsx')],
    define: { BUILT_BASE_PATH: JSON.stringify(base) },
    // The markup has no picture and no style sheet; the address of one would be missing in the page.
    loader: { '.svg': 'empty', '.css': 'empty' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    outfile,
  });
  const { renderPage } = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  return renderPage();
};

/** Hidden until `src/device/earlyFrame.ts` shows one of them. Screen readers ignore its texts and wait for the app. */
const frame = (screen: string, body: string): string =>
  `<div data-early-frame="${screen}" aria-hidden="true">${body.replace(AHEAD, '')}</div>`;

/**
 * Writes the sign-in into the page, so that a first visit can type before any script is there, and the skeletons of the
 * first screens, so that a slow start of a signed-in person is not blank.
 * @param base the path of the app
 */
export const pageMarkup = (base: string, src: string): Plugin => ({
  name: 'page-markup',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      const { language, guest, lists, list, styles } = await render(base, src);
      const [ahead = ''] = AHEAD.exec(guest) ?? [];
      if (!html.includes(ROOT)) throw new Error(`no ${ROOT} in the page`);
      const root = `<div id="root" data-guest="${language}">${guest.slice(ahead.length)}</div>`;
      return html
        .replace('</head>', () => `${ahead}${styles}</head>`)
        .replace(ROOT, () => root + frame('lists', lists) + frame('list', list));
    },
  },
});
