import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { GuestMarkup } from '../../src/app/guestMarkup';

/** Where packages are found from. */
const OUTPUT = 'node_modules/.cache/listy/guestMarkup.mjs';

const ROOT = '<div id="root"></div>';

/** What React asks to be fetched ahead stands before everything else. */
const AHEAD = /^(?:<link [^>]*>)*/;

/** Renders the sign-in with the app's own code (`src/app/guestMarkup.tsx`), here in the build. */
const render = async (base: string, src: string): Promise<GuestMarkup> => {
  const outfile = join(src, '..', OUTPUT);
  await build({
    entryPoints: [join(src, 'app/guestMarkup.tsx')],
    define: { BUILT_BASE_PATH: JSON.stringify(base) },
    // No picture and no style sheet stands in it; where one did, its address would be missing in the page.
    loader: { '.svg': 'empty', '.css': 'empty' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    outfile,
  });
  const { renderGuest } = await import(`${pathToFileURL(outfile).href}?${Date.now()}`);
  return renderGuest();
};

/** Writes the sign-in into the page, so that a first visit can type before any script is there. @param base the path of the app */
export const guestMarkup = (base: string, src: string): Plugin => ({
  name: 'guest-markup',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      const { language, body, styles } = await render(base, src);
      const [ahead = ''] = AHEAD.exec(body) ?? [];
      if (!html.includes(ROOT)) throw new Error(`no ${ROOT} in the page`);
      return html
        .replace('</head>', () => `${ahead}${styles}</head>`)
        .replace(ROOT, () => `<div id="root" data-guest="${language}">${body.slice(ahead.length)}</div>`);
    },
  },
});
