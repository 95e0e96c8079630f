import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Jest reads and links each module anew for each test file. These packages have hundreds of modules each, which took longer than the tests. So they are
 * bundled, once for each state of package-lock.json. Only packages that share nothing with a package outside this list may stand here.
 */
const PACKAGES = [
  '@fastify/compress',
  '@fastify/cors',
  '@fastify/helmet',
  '@fastify/jwt',
  '@fastify/static',
  'fast-check',
  'fastify',
  'kysely',
  'msw',
  'msw/node',
  'typebox',
  'typebox/compile',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const inputs = [readFileSync(join(root, 'package-lock.json')), readFileSync(fileURLToPath(import.meta.url))];
const version = inputs.reduce((hash, input) => hash.update(input), createHash('sha1')).digest('hex');
const folder = join(root, 'node_modules/.cache/bundledPackages', version.slice(0, 12));

/** For jest's `moduleNameMapper`. */
export const bundledPackages = {
  [`^(${PACKAGES.join('|')})$`]: join(folder, '$1.mjs'),
};

/** Names every export, because esbuild cannot see those of a CommonJS package. */
const writeEntry = async (place, name) => {
  const file = join(place, 'entries', `${name}.mjs`);
  const names = Object.keys(await import(name)).filter((key) => /^[\w$]+$/.test(key));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export { ${names.join(', ')} } from '${name}';\n`);
  return [name, file];
};

/** Jest's `globalSetup`. Two runs at the same time may both bundle: each writes to its own folder, and the bundle of the first to end is used. */
export default async function bundlePackages() {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const place = mkdtempSync(`${folder}-`);
  await build({
    entryPoints: Object.fromEntries(await Promise.all(PACKAGES.map((name) => writeEntry(place, name)))),
    outdir: place,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  if (existsSync(folder)) rmSync(place, { recursive: true });
  else renameSync(place, folder);
}
