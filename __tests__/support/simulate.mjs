/** `npm run simulate -- --histories 5000 --seed 1`: lives many histories and names the seeds that end wrong. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: { histories: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const outfile = here('../../node_modules/.cache/listy/simulate.mjs');
mkdirSync(here('../../node_modules/.cache/listy'), { recursive: true });
await build({
  entryPoints: [here('simulateMany.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
const { simulateMany } = await import(pathToFileURL(outfile).href);

const start = performance.now();
const { histories, requests, kills, failed } = await simulateMany(Number(values.seed), Number(values.histories));
const seconds = (performance.now() - start) / 1000;
console.log(
  `${histories} histories, ${requests} requests, ${kills} kills, ${seconds.toFixed(1)} s, ${failed.length} wrong`,
);
for (const { seed, faults } of failed) console.log(`seed ${seed}:\n  ${faults.join('\n  ')}`);
process.exitCode = failed.length ? 1 : 0;
