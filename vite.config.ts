import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import packageFile from './package.json' with { type: 'json' };
import { parseBasePath } from './server/src/basePath.ts';
import { compileAtOnce, firstVisitChunks } from './tools/firstVisit/chunks.ts';
import { firstFrame } from './tools/firstVisit/firstFrame.ts';
import { appComesLast, nameScreenFiles, preloadFonts, SESSION } from './tools/firstVisit/page.ts';
import { pageMarkup } from './tools/firstVisit/pageMarkup.ts';
import manifestFile from './tools/manifest.json' with { type: 'json' };
import { withIntegrity } from './tools/precacheIntegrity.ts';
import { settingProblems } from './tools/settingProblems.ts';

const SRC = fileURLToPath(new URL('src', import.meta.url));
const GUEST_PAGE = `${SRC}/features/guest/GuestPage.tsx`;
const LISTS_PAGE = `${SRC}/features/lists/ListsPage.tsx`;
const GUESTS_MEMORY = `${SRC}/storage/providerMemory.ts`;
const SESSION_MODULES = SESSION.map((module) => `${SRC}/${module}`);
const PUBLIC_FOLDER = fileURLToPath(new URL('public', import.meta.url));

/** The path below which the app will lie. The server reads it from the built manifest, so it is said once, to the build. */
const base = parseBasePath(process.env.BASE_PATH || '/');
if (base === null) throw new Error(`BASE_PATH must be a path such as /listy/, not "${process.env.BASE_PATH}"`);

/** The web app manifest, with its addresses below the path of the app; a screenshot that was not taken yet is left out. */
const manifest = (): Partial<ManifestOptions> => {
  const screenshots = manifestFile.screenshots.filter(({ src }) => existsSync(`${PUBLIC_FOLDER}${src}`));
  const isAddress = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/');
  return JSON.parse(JSON.stringify({ ...manifestFile, screenshots }), (_key, value) =>
    isAddress(value) ? base + value.slice(1) : value,
  );
};

// Shown on Logs; a deployment may give it another name.
process.env.VITE_BUILD ||= packageFile.version;

/** @throws with all that is wrong: an app with wrong settings shows its first page and then does nothing */
const readSettings = (mode: string): Readonly<Record<string, string>> => {
  const settings = loadEnv(mode, process.cwd());
  const problems = settingProblems(settings);
  if (problems.length > 0) throw new Error(`the settings are not right: ${problems.join('; ')}`);
  return settings;
};

export default defineConfig(({ mode }) => ({
  base,
  define: {
    BUILT_BASE_PATH: JSON.stringify(base),
    BUILT_WITH_ANALYTICS: JSON.stringify(Boolean(readSettings(mode).VITE_POSTHOG_KEY)),
  },
  build: {
    // A running server serves `dist/client` meanwhile; `server/replaceClient.mjs` puts this in its place.
    outDir: 'dist/client-new',
    // The list pictures come as files of their own, from the cache: a guest needs none of them.
    assetsInlineLimit: 0,
    modulePreload: false,
    // Read by the size budget.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: firstVisitChunks(GUEST_PAGE, LISTS_PAGE, SESSION_MODULES, GUESTS_MEMORY),
        postBanner: compileAtOnce,
      },
    },
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
  },
  plugins: [
    react(),
    preloadFonts(base),
    nameScreenFiles(base, SRC),
    appComesLast(),
    firstFrame(base, SRC),
    pageMarkup(base, SRC),
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
      integration: {
        // Not before: only here the folder is known that this build goes to.
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.manifestTransforms = [withIntegrity(injectManifest.globDirectory)];
        },
      },
    }),
  ],
}));
