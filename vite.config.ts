import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import manifestFile from './tools/manifest.json' with { type: 'json' };

const PUBLIC_FOLDER = fileURLToPath(new URL('public', import.meta.url));

/** The web app manifest; a screenshot that was not taken yet is left out. */
const manifest = (): Partial<ManifestOptions> => ({
  // JSON widens the literals (`standalone` to string); a browser's own check of the built file is what counts.
  ...(manifestFile as Partial<ManifestOptions>),
  screenshots: manifestFile.screenshots.filter(({ src }) => existsSync(`${PUBLIC_FOLDER}${src}`)) as NonNullable<
    ManifestOptions['screenshots']
  >,
});

/** Asks for the fonts with the page itself: their names carry a hash that only the build knows. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend',
        })),
  },
});

/** Asks for the first screen of a first visit with the page itself, so that it need not wait for the code that asks for it. */
const preloadFirstScreen = (): Plugin => ({
  name: 'preload-first-screen',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const page = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/features/guest/GuestPage.tsx'),
      );
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
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
    },
  },
});

export default defineConfig({
  build: {
    outDir: 'dist/client',
    // The list pictures come as files of their own, from the cache: a guest needs none of them.
    assetsInlineLimit: 0,
    // Read by the size budget.
    manifest: true,
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  plugins: [
    react(),
    preloadFonts(),
    preloadFirstScreen(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: null,
      manifest: manifest(),
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        // The analytics library is fetched only where it is configured, and is of no use offline.
        globIgnores: ['assets/analyticsProvider-*'],
        // Chunks carry their own hash, so the precache need not ask past the browser's cache.
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
  ],
});
