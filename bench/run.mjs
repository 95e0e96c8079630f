import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { firstRouteBytes } from './firstRoute.mjs';

/**
 * Runs every benchmark on the built product and prints one table of ratios; `bench/results.json` keeps the figures with the
 * machine they were taken on. Each benchmark prints one line of JSON: `{ bench, results: [{ name, …, ratio }] }`.
 * `npm run bench -- store server` runs only those; `--against FOLDER` has those in a browser measure the build in that folder (a `dist`) too.
 */
const here = (name) => new URL(name, import.meta.url).pathname;
const { values, positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
if (values.against && !existsSync(`${values.against}/server/main.js`)) throw new Error(`no build in ${values.against}`);
if (values.against) process.env.BENCH_AGAINST = resolve(values.against);
const wanted = new Set(positionals);
const isWanted = (name) => wanted.size === 0 || wanted.has(name);

const runTypeScript = async (name) => {
  const outfile = here(`../node_modules/.cache/listy/${name}.mjs`);
  await build({
    entryPoints: [here(`${name}.ts`)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
  });
  return execFileSync(process.execPath, [outfile], { encoding: 'utf8', maxBuffer: 1e8 });
};

const runScript = (name, ...args) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [here(`${name}.mjs`), ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return stdout;
};

const benches = {
  store: () => runTypeScript('store'),
  server: () => runScript('server', '5'),
  requests: () => runScript('requests'),
  streams: () => runScript('streams'),
  members: () => runScript('members'),
  // Needs a PostgreSQL, which not every machine has.
  ...(process.env.TEST_DATABASE_URL && { shared: () => runScript('shared') }),
  live: () => runTypeScript('live'),
  pages: () => runTypeScript('pages'),
  interaction: () => runTypeScript('interaction'),
  start: () => runTypeScript('start'),
  engine: () => runTypeScript('engine'),
  disk: () => {
    // The compared libraries are not part of the product, and are installed only here.
    const flags = ['ci', '--ignore-scripts', '--prefix', here('compare')];
    execFileSync('npm', flags, { stdio: ['ignore', 'ignore', 'inherit'] });
    return runTypeScript('disk');
  },
  // These take long: only when they are asked for.
  ...(wanted.has('kill') && { kill: () => runTypeScript('kill') }),
  ...(wanted.has('walk') && { walk: () => runTypeScript('walk') }),
};

const parse = (output) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

execFileSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
const unknown = [...wanted].filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
const runs = [];
for (const [name, run] of Object.entries(benches)) {
  if (!isWanted(name)) continue;
  process.stdout.write(`\n## ${name}\n`);
  for (const { results } of parse(await run())) {
    runs.push({ bench: name, results });
    for (const { name: what, ratio, ...figures } of results) {
      process.stdout.write(`${String(ratio).padStart(10)}  ${what}  ${JSON.stringify(figures)}\n`);
    }
  }
}
const size = firstRouteBytes('src/features/guest/GuestPage.tsx');
process.stdout.write(`\nfirst-route JavaScript, brotli: ${(size / 1000).toFixed(1)} kB\n`);
const machine = { node: process.version, platform: process.platform, cpus: (await import('node:os')).cpus().length };
const taken = new Date().toISOString();
const file = here('results.json');
// Figures that were not measured this time stay, with their time.
const before = JSON.parse(readFileSync(file, 'utf8'));
const others = before.runs.filter(({ bench }) => !runs.some((run) => run.bench === bench));
const all = [...others, ...runs.map((run) => ({ ...run, taken }))];
writeFileSync(file, `${JSON.stringify({ machine, firstRouteBytes: size, runs: all }, null, 2)}\n`);
