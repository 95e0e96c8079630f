import { join } from 'node:path';
import { build } from 'esbuild';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Builds `src/app/firstFrame.ts` for itself alone, and runs it before anything is painted. */
export const firstFrame = (base: string, src: string): Plugin => {
  let file = '';
  return {
    name: 'first-frame',
    apply: 'build',
    async renderStart() {
      const { outputFiles } = await build({
        entryPoints: [join(src, 'app/firstFrame.ts')],
        define: { BUILT_BASE_PATH: JSON.stringify(base) },
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
      // The page waits for this script. Otherwise wrong colours or the sign-in form would be seen for a moment.
      handler: (): HtmlTagDescriptor[] => [{ tag: 'script', attrs: { src: `${base}${file}` }, injectTo: 'head' }],
    },
  };
};
