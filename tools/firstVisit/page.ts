import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** Preloads the fonts from the page itself. Only the build knows the hash in their names. @param base the path of the app */
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

/** Gives the app a lower fetch priority than what the form in the page needs: fonts, colours, its picture (`pageMarkup.ts`). */
export const appComesLast = (): Plugin => ({
  name: 'app-comes-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module"', '<script type="module" fetchpriority="low"'),
  },
});

/** The modules that open a session, relative to the source folder. */
export const SESSION = ['store/session/openedUser.ts', 'storage/userDatabase.ts', 'storage/keptStorage.ts'];
/** The modules that a screen loads by itself. */
const SCREENS = {
  guest: ['features/guest/GuestPage.tsx'],
  lists: ['app/ListsArea.tsx', 'features/lists/ListsPage.tsx', ...SESSION],
  list: ['app/ListsArea.tsx', 'features/list/ListPage.tsx', ...SESSION],
};

/** The files of the modules and of all their static imports. */
const filesOf = (modules: readonly string[], bundle: Rolldown.OutputBundle): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const files = new Set(
    modules.map((module) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
      if (!chunk) throw new Error(`no chunk for ${module}`);
      return chunk.fileName;
    }),
  );
  // A set grows while it is walked: what the imports import comes too.
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported);
  }
  return [...files];
};

/**
 * Names each screen's files in the page, where the first script (`src/app/firstFrame.ts`) finds the files of the next screen. Otherwise each file
 * would be requested only after the code before it has run.
 */
export const nameScreenFiles = (base: string, src: string): Plugin => ({
  name: 'name-screen-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }): HtmlTagDescriptor[] =>
      Object.entries(SCREENS).map(([screen, modules]) => {
        const files = filesOf(
          modules.map((module) => `${src}/${module}`),
          bundle,
        ).filter((file) => !html.includes(file));
        const content = files.map((file) => base + file).join(' ');
        return { tag: 'meta', attrs: { name: `files-of-${screen}`, content }, injectTo: 'head' };
      }),
  },
});
