import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The server and its commands, one file each; packages stay in node_modules. */
export const serverBundle = {
  entryPoints: { main: path('src/main.ts'), listy: path('src/commands/listy.ts') },
  outdir: path('../dist/server'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
};
