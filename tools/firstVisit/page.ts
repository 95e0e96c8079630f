import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Asks for the fonts with the page itself: their names carry a hash that only the build knows. @param base the path of the app */
export const preloadFonts = (base: string): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `${base}${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend',
        })),
  },
});

/** Lets the app come after what the form in the page is seen with (`guestMarkup.ts`): fonts, colours, its picture. */
export const appComesLast = (): Plugin => ({
  name: 'app-comes-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
  },
});

/** Asks for the first screen of a first visit with the page itself, so that it need not wait for the code that asks for it. */
export const preloadFirstScreen = (base: string, guestPage: string): Plugin => ({
  name: 'preload-first-screen',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }): HtmlTagDescriptor[] => {
      const page = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === guestPage);
      if (page?.type !== 'chunk') throw new Error('no chunk for the first screen');
      const files = new Set([page.fileName]);
      // A set grows while it is walked: what the imports import comes too.
      for (const file of files) {
        const chunk = bundle[file];
        if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported);
      }
      return [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `${base}${file}` },
          injectTo: 'head',
        }));
    },
  },
});

/** Writes the page's one small style sheet into the page: as a file of its own it would hold back the first paint by a round trip. */
export const inlineStyles = (base: string): Plugin => ({
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]*href="([^"]+)">/g, (_link, href: string) => {
        const name = href.slice(base.length);
        const file = bundle[name];
        if (file?.type !== 'asset') throw new Error(`no style sheet ${name}`);
        // The file stays: parts that are fetched later name it as their own, and do not open without it.
        return `<style>${String(file.source).trim()}</style>`;
      }),
  },
});
