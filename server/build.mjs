import { build } from 'esbuild';
import { serverBundle } from './bundle.mjs';

/** `node server/build.mjs [FOLDER]` builds the server into `dist/server`, or into the folder. */
const [, , outdir = serverBundle.outdir] = process.argv;

await build({ ...serverBundle, outdir });
