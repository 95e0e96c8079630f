import { spawn } from 'node:child_process';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { serverBundle } from './bundle.mjs';
import './endWithShell.mjs';

const API_PORT = process.env.API_PORT ?? '3001';

// In development the app is at the root; `BASE_PATH` is only for builds.
process.env.BASE_PATH = '/';

let api = null;

/** Stops the running API server and waits until its port is free. */
const stopApi = () =>
  new Promise((resolve) => {
    if (!api || api.exitCode !== null || api.signalCode !== null) return resolve();
    api.once('exit', resolve);
    api.kill('SIGTERM');
  });

const restartApi = async () => {
  await stopApi();
  api = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: API_PORT },
  });
};

const restartAfterBuild = {
  name: 'restart the API server',
  setup: ({ onEnd }) => onEnd(({ errors }) => (errors.length === 0 ? restartApi() : undefined)),
};

const builder = await context({ ...serverBundle, plugins: [restartAfterBuild] });
await builder.watch();

const vite = await createServer({ server: { proxy: { '/api': `http://127.0.0.1:${API_PORT}` } } });
await vite.listen();
vite.printUrls();

const stop = async () => {
  await Promise.all([vite.close(), builder.dispose(), stopApi()]);
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
