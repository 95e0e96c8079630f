import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node server/replaceClient.mjs [FOLDER]` puts the app that was just built in the place of the one that is served. A
 * server that runs meanwhile has the whole old app until then, and keeps it if the build fails.
 */
const [, , dist = fileURLToPath(new URL('../dist', import.meta.url))] = process.argv;

const [built, served, old] = ['client-new', 'client', 'client-old'].map((name) => join(dist, name));

// A replacement that was killed may have left it.
rmSync(old, { recursive: true, force: true });
if (existsSync(served)) renameSync(served, old);
renameSync(built, served);
rmSync(old, { recursive: true, force: true });
