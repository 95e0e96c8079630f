/**
 * `npm run simulate -- --histories 5000 --seed 1 [--world devices|browsers] [--server]`: lives many histories and names the
 * seeds that end wrong. With `--server` they are lived against our real server on a database in memory.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    world: { type: 'string', default: 'browsers' },
    server: { type: 'boolean', default: false },
  },
});
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles one file of the simulation and imports it. */
const load = async (name) => {
  const outfile = here(`../../node_modules/.cache/listy/${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [here(`${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return import(pathToFileURL(outfile).href);
};

const countsOf = ({ histories, requests, kills, failed }) =>
  `${histories} histories, ${requests} requests, ${kills} kills, ${failed.length} wrong`;

mkdirSync(here('../../node_modules/.cache/listy'), { recursive: true });
const start = performance.now();
const seconds = () => ((performance.now() - start) / 1000).toFixed(1);
const { simulateMany } = await load('simulateMany');
const server = values.server ? await (await load('simulationServer')).openSimulationServer() : null;
let named = 0;
/** A long run names what ends wrong at once, not at its end. */
const name = ({ failed }) => {
  for (const { seed, faults } of failed.slice(named)) console.log(`seed ${seed}:\n  ${faults.join('\n  ')}`);
  named = failed.length;
};
const results = await simulateMany({
  firstSeed: Number(values.seed),
  histories: Number(values.histories),
  world: values.world,
  ...(server && { openProvider: server.open }),
  onProgress: (so) => {
    name(so);
    if (so.histories % 1000 === 0) console.log(`${countsOf(so)}, ${seconds()} s`);
  },
});
await server?.close();
console.log(`${countsOf(results)}, ${seconds()} s`);
name(results);
process.exitCode = results.failed.length ? 1 : 0;
