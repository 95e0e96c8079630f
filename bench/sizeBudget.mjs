import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliBytes, CLIENT, firstRouteBytes } from './firstRoute.mjs';

/** Budgets against the build in dist/client: fails when one is over. The first two are explained in docs/decisions/005. */
const KB = 1000;
const assets = readdirSync(join(CLIENT, 'assets')).map((name) => join(CLIENT, 'assets', name));
const sum = (files, size) => files.reduce((total, file) => total + size(file), 0);
const icons = new URL('../src/ui/listIcons/', import.meta.url).pathname;
const iconText = readdirSync(icons)
  .filter((name) => name.endsWith('.svg'))
  .map((name) => join(icons, name));

const rows = [
  ['first route, guest (JS, brotli)', firstRouteBytes('src/features/guest/GuestPage.tsx'), 160 * KB],
  [
    'first route, lists (JS, brotli)',
    firstRouteBytes('src/app/ListsArea.tsx', 'src/features/lists/ListsPage.tsx'),
    165 * KB,
  ],
  [
    'fonts (woff2)',
    sum(
      assets.filter((file) => file.endsWith('.woff2')),
      (file) => statSync(file).size,
    ),
    31 * KB,
  ],
  ['list icons (SVG, brotli)', sum(iconText, brotliBytes), 6 * KB],
  ['service worker (brotli)', brotliBytes(join(CLIENT, 'sw.js')), 60 * KB],
];

for (const [what, bytes, budget] of rows) {
  process.stdout.write(
    `${bytes <= budget ? 'ok  ' : 'OVER'} ${what}: ${(bytes / KB).toFixed(1)} kB of ${budget / KB} kB\n`,
  );
}
const shell = readFileSync(join(CLIENT, 'index.html'), 'utf8');
if (/<script(?![^>]*\bsrc=)/.test(shell)) {
  process.stdout.write('OVER index.html has an inline script\n');
  process.exit(1);
}
if (rows.some(([, bytes, budget]) => bytes > budget)) process.exit(1);
