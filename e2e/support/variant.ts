import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The folder of a separate build: beside the product's build, so that its server finds its packages. */
export const variantFolder = (name: string): string => join(ROOT, 'dist/variants', name);

/** Builds the page with other settings, with the product's server beside it. @returns the folder to start it from */
export const buildVariant = (name: string, env: Readonly<Record<string, string>>): string => {
  const folder = variantFolder(name);
  mkdirSync(folder, { recursive: true });
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', join(folder, 'client'), '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync(resolve(ROOT, process.env.E2E_DIST ?? 'dist', 'server'), join(folder, 'server'), { recursive: true });
  return folder;
};

/** Replaces the client of one build by another's, as a deploy does: the old files are gone. */
export const deploy = (fromFolder: string, toFolder: string): void => {
  const to = join(toFolder, 'client');
  rmSync(to, { recursive: true, force: true });
  cpSync(join(fromFolder, 'client'), to, { recursive: true });
};
