import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Packages with binaries, which stay in node_modules. */
export const NATIVE_PACKAGES = ['@node-rs/argon2', 'better-sqlite3'];

/**
 * The server and its commands with their packages, one file each: the process starts twice as fast as when it reads
 * hundreds of them.
 */
export const serverBundle = {
  entryPoints: { main: path('src/main.ts'), listy: path('src/commands/listy.ts') },
  outdir: path('../dist/server'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // `pg` uses it where it is installed.
  external: [...NATIVE_PACKAGES, 'pg-native'],
  banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  sourcemap: true,
  logLevel: 'warning',
};
