/**
 * `npm run simulate -- --histories 5000 --seed 1 [--world devices|browsers] [--workers 2] [--server] [--faults NAME,…]`: runs
 * many histories, by default on all cores, and prints the seeds that end wrong. With `--server` they run against our real
 * server, one for each process, on a database in memory. `--faults` enables the named faults, `all` or `none`; `--help` says
 * which ones are enabled by default. With `--json` the last line is a summary in JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    world: { type: 'string', default: 'browsers' },
    workers: { type: 'string', default: String(availableParallelism()) },
    server: { type: 'boolean', default: false },
    faults: { type: 'string' },
    help: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const ENOUGH_FAILURES = 5;
const PROGRESS_EVERY = 1000;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Beside the packages, so that Node finds those that are not in a bundle.
const folder = mkdtempSync(here('../../node_modules/.simulate-'));

/** Bundles one file of the simulation. */
const bundle = async (name, options) => {
  const outfile = join(folder, `${name}.mjs`);
  const entryPoints = [here(`${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', ...options });
  return outfile;
};
// The production builds of the libraries, without the checks of the development builds.
const script = await bundle('simulateWorker', { define: { 'process.env.NODE_ENV': '"production"' } });
const server = values.server ? [pathToFileURL(await bundle('simulationServer', { packages: 'external' })).href] : [];
const { simulateInWorkers } = await import(pathToFileURL(await bundle('simulateWorkers')).href);
const { FAULTS, faultNames, DEFAULT_FAULTS } = await import(pathToFileURL(await bundle('faults')).href);

/** The enabled faults, from the option. */
const namedFaults = (asked) => {
  if (asked === undefined) return DEFAULT_FAULTS;
  if (asked === 'all') return faultNames;
  const names = asked === 'none' ? [] : asked.split(',');
  const unknown = names.filter((name) => !faultNames.includes(name));
  if (unknown.length) throw new Error(`no fault ${unknown}: ${faultNames.join(', ')}`);
  return names;
};

const usage = () => {
  const faults = faultNames.map(
    (name) => `  ${DEFAULT_FAULTS.includes(name) ? '*' : ' '} ${name.padEnd(13)} ${FAULTS[name]}`,
  );
  const options = '--histories N --seed S --world browsers|devices --workers K --server --faults NAME,…|all|none';
  return [
    `npm run simulate -- ${options}`,
    '',
    'Faults; * marks those that are enabled unless others are named:',
    ...faults,
  ].join('\n');
};
const enabled = namedFaults(values.faults);

if (values.help) console.log(usage());
const histories = values.help ? 0 : Number(values.histories);

const start = performance.now();
const sum = { simulated: 0, requests: 0, kills: 0 };
const faultCounts = {};
const failed = [];
const progress = () => {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `${sum.simulated} histories, ${sum.requests} requests, ${sum.kills} kills, ${failed.length} wrong, ${seconds} s`;
};

const firstSeed = Number(values.seed);
let seeds = 0;
await simulateInWorkers({
  script,
  args: [values.world, enabled.join(), ...server],
  workers: Math.min(Number(values.workers), histories),
  nextSeed: () => {
    if (seeds >= histories || failed.length >= ENOUGH_FAILURES) return null;
    seeds += 1;
    return firstSeed + seeds - 1;
  },
  onSimulated: ({ seed, requests, kills, wrongs, faultCounts: faults }) => {
    sum.simulated += 1;
    for (const [name, times] of Object.entries(faults)) faultCounts[name] = (faultCounts[name] ?? 0) + times;
    sum.requests += requests;
    sum.kills += kills;
    // A long run prints a wrong history at once, not only at its end.
    if (wrongs.length) {
      failed.push({ seed, wrongs });
      console.log(`seed ${seed}:\n  ${wrongs.join('\n  ')}`);
    }
    if (sum.simulated % PROGRESS_EVERY === 0) console.log(progress());
  },
});
if (!values.help) console.log(progress());
if (sum.simulated && enabled.length)
  console.log(`faults: ${enabled.map((name) => `${name} ${faultCounts[name] ?? 0}`).join(', ')}`);
if (values.json) console.log(JSON.stringify({ ...sum, faultCounts, failed }));
rmSync(folder, { recursive: true });
process.exitCode = failed.length ? 1 : 0;
