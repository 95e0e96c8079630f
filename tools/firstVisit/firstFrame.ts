import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The titles that need no data, by language and screen. @param src the folder of the sources */
const titles = (src: string): Record<string, Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(src, 'locales')).flatMap((file) => {
      const [, language] = /^(\w+)\.json$/.exec(file) ?? [];
      if (!language) return [];
      const { guest, lists } = JSON.parse(readFileSync(join(src, 'locales', file), 'utf8'));
      return [[language, { guest: guest.title, lists: lists.title }]];
    }),
  );

/** Builds `src/app/firstFrame.ts` for itself alone, and asks for it before everything else. */
export const firstFrame = (base: string, src: string): Plugin => {
  let file = '';
  return {
    name: 'first-frame',
    apply: 'build',
    async renderStart() {
      const { outputFiles } = await build({
        entryPoints: [join(src, 'app/firstFrame.ts')],
        define: { TITLES: JSON.stringify(titles(src)), BUILT_BASE_PATH: JSON.stringify(base) },
        bundle: true,
        minify: true,
        format: 'iife',
        target: 'es2022',
        charset: 'utf8',
        write: false,
      });
      const source = outputFiles.map(({ text }) => text).join('');
      file = this.getFileName(this.emitFile({ type: 'asset', name: 'firstFrame.js', source }));
    },
    transformIndexHtml: {
      order: 'post',
      handler: (): HtmlTagDescriptor[] => [
        // Deferred, or it would look for a root that is not there yet; a browser takes what is deferred for unimportant.
        {
          tag: 'script',
          attrs: { defer: true, fetchpriority: 'high', src: `${base}${file}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
};
