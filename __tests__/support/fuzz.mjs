/** `npm run fuzz -- --requests N --seed S`: bundles `fuzzCommand.ts` and runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Beside the packages, so that Node finds those that are not in the bundle.
const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.fuzz-', import.meta.url)));
try {
  const outfile = join(folder, 'fuzz.mjs');
  const entryPoints = [fileURLToPath(new URL('fuzzCommand.ts', import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  await import(pathToFileURL(outfile).href);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
