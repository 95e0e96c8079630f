import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = process.cwd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const pages = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs').filter((name) => name.endsWith('.md'))];

test.each(pages)('every link of %s to a file of ours leads to one', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)|src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? '',
  );
  const ours = targets.filter((target) => !/^https?:/.test(target));
  expect(ours.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test.each(['docs/security.md', 'docs/asvs.md'])('every file that %s calls as a witness is there', (page) => {
  const known = ['__tests__', 'e2e', 'server/src', 'src', 'deploy'].flatMap(filesIn).map((name) => `/${name}`);
  const named = [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|conf|yaml))`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
});

test.each(pages)('every test that %s quotes by its name exists', (page) => {
  const files = ['__tests__', 'e2e', 'src'].flatMap(filesIn);
  const quoted = [...read(page).matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)` \("([^"]+)"\)/g)];
  const isThere = (name: string, title: string): boolean =>
    files.some((file) => `/${file}`.endsWith(`/${name}`) && read(file).includes(title));
  const missing = quoted.filter(([, name = '', title = '']) => !isThere(name, title));
  expect(missing.map(([whole]) => whole)).toEqual([]);
});
