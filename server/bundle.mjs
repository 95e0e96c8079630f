import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** The server and its account command, one file each; packages stay in node_modules. */
export const serverBundle = {
  entryPoints: [path('src/main.ts'), path('src/user.ts')],
  outdir: path('../dist/server'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
};
