import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './endWithShell.mjs';

const BUILD_LOG = fileURLToPath(new URL('../.cache/build.log', import.meta.url));
const LINES_SHOWN = 30;

/** Builds with the output of the tools in a file, so that the terminal shows only the address and the demo account. */
const build = async () => {
  mkdirSync(fileURLToPath(new URL('../.cache', import.meta.url)), { recursive: true });
  const log = createWriteStream(BUILD_LOG);
  await once(log, 'open');
  const builder = spawn('npm', ['run', 'build'], { stdio: ['ignore', log, log], shell: process.platform === 'win32' });
  const [code] = await once(builder, 'exit');
  if (code === 0) return;
  process.stderr.write(`${readFileSync(BUILD_LOG, 'utf8').split('\n').slice(-LINES_SHOWN).join('\n')}\n`);
  process.stderr.write(`The build failed; all it said is in ${BUILD_LOG}\n`);
  process.exit(1);
};

process.stdout.write('Building Listy, which takes some seconds …\n');
await build();
await import('../dist/server/main.js');
