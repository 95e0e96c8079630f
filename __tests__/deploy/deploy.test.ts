import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = process.cwd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the container holds each package that the server imports, and no other', () => {
  const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' });
  const imported = sources
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...read(join('server/src', name)).matchAll(/(?:from|import\() ?'([^.'][^']*)'/g)])
    .map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:'));
  const [, listed = ''] = /RUN_TIME = \[([^\]]*)\]/.exec(read('deploy/packages.mjs')) ?? [];
  const kept = [...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  expect(kept).toEqual([...new Set(imported)].sort());
});

test('the proxy configuration sets the caller’s address rather than passing on what the caller wrote', () => {
  const places = read('deploy/nginx.conf').split('location ').slice(1);
  expect(places).toHaveLength(2);
  for (const place of places) expect(place).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

test('every package says that it takes the oldest Node we name', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { engines?: { node?: string }; dev?: boolean }>;
  };
  const needsNewer = Object.entries(packages)
    .filter(([, { engines }]) => /^(>=|\^|~)? ?2[1-9][.\d]*$/.test(engines?.node ?? ''))
    .map(([name]) => name);
  expect(needsNewer).toEqual([]);
});
