import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin as BuildPlugin, build } from 'esbuild';
import type { Plugin } from 'vite';
import type { PageMarkup } from '../../src/app/pageMarkup';

/** Where packages are found from. */
const OUTPUT = 'node_modules/.cache/listy/pageMarkup.mjs';

const ROOT = '<div id="root"></div>';

/** The preload links of React, which it puts before everything else. */
const AHEAD = /^(?:<link [^>]*>)*/;

/** The addresses of pictures are not known yet. The only picture is that of the pattern, and it is replaced. */
const withoutPictures: BuildPlugin = {
  name: 'without-pictures',
  setup: ({ onLoad }) => onLoad({ filter: /\.svg$/ }, () => ({ contents: 'export default undefined' })),
};

/** Renders the sign-in and the skeletons with the app's own code (`src/app/pageMarkup.tsx`), here in the build. */
const render = async (base: string, src: string): Promise<PageMarkup> => {
  const outfile = join(src, '..', OUTPUT);
  await build({
    entryPoints: [join(src, 'app/pageMarkup.tsx')],
    define: { BUILT_BASE_PATH: JSON.stringify(base) },
    loader: { '.css': 'empty' },
    plugins: [withoutPictures],
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

/** A template, of which the first script may show a copy (`src/device/earlyFrame.ts`). The keyboard passes over it. */
const template = (name: string, body: string): string =>
  `<template data-early-frame="${name}">${body.replace(AHEAD, '').replaceAll('tabindex="0"', 'tabindex="-1"')}</template>`;

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
      const { language, guest, frames, cards, styles } = await render(base, src);
      const [ahead = ''] = AHEAD.exec(guest) ?? [];
      if (!html.includes(ROOT)) throw new Error(`no ${ROOT} in the page`);
      const named = Object.entries({ pattern: cards, ...frames, end: '' });
      const templates = named.map(([name, body]) => template(name, body)).join('');
      const root = `<div id="root" data-guest="${language}">${guest.slice(ahead.length)}</div>`;
      return html.replace('</head>', () => `${ahead}${styles}</head>`).replace(ROOT, () => root + templates);
    },
  },
});
