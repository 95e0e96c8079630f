import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export const CLIENT = new URL('../dist/client/', import.meta.url).pathname;

const readManifest = () => JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'));

/** The chunk and everything it imports at once. */
const withImports = (manifest, key, found = new Set()) => {
  if (found.has(key)) return found;
  found.add(key);
  for (const name of manifest[key]?.imports ?? []) withImports(manifest, name, found);
  return found;
};

/** Bytes after brotli at its best, as the server sends files. */
export const brotliBytes = (file) =>
  brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/**
 * The JavaScript a first visit needs before the route is on screen, in bytes after brotli.
 * @param pages the source files of what the route fetches, as the manifest names them
 */
export const firstRouteBytes = (...pages) => {
  const manifest = readManifest();
  const keys = withImports(manifest, 'index.html');
  for (const page of pages) {
    if (!manifest[page]) throw new Error(`no chunk for ${page} in the build's manifest`);
    withImports(manifest, page, keys);
  }
  const files = [...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
  return files.reduce((sum, file) => sum + brotliBytes(join(CLIENT, file)), 0);
};
