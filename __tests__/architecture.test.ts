import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

/** Imports point one way. Each room names the rooms it may know; a folder that is not named here does not belong. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  'src/sync': ['src/contract', 'src/domain'],
  'src/storage': ['src/contract', 'src/domain', 'src/sync'],
  'src/device': ['src/contract'],
  'src/store': ['src/contract', 'src/domain', 'src/sync', 'src/storage', 'src/device'],
  'src/ui': [],
  'src/locales': [],
  // Texts that the first screen does not need come with the part that shows them.
  'src/features': ['src/contract', 'src/domain', 'src/device', 'src/store', 'src/ui', 'src/locales'],
  'src/app': [
    'src/contract',
    'src/domain',
    'src/sync',
    'src/storage',
    'src/device',
    'src/store',
    'src/ui',
    'src/features',
    'src/locales',
  ],
  'src/main.tsx': ['src/contract', 'src/app', 'src/store', 'src/device', 'src/ui'],
  sw: ['src/contract', 'src/domain', 'src/sync', 'src/storage'],
  server: ['src/contract'],
};

/** Packages that only some rooms may name. */
const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  react: ['src/ui', 'src/features', 'src/app', 'src/main.tsx'],
  '@reduxjs/toolkit': ['src/store'],
  'redux-persist': ['src/storage', 'src/store/session/keptMemory.ts'],
  localforage: ['src/storage'],
  'react-redux': ['src/store/state/hooks.ts', 'src/app', 'src/main.tsx'],
  'posthog-js': ['src/app'],
  'workbox-background-sync': ['sw'],
};

/** The rooms inside two of them, and which rooms of the same parent each may know. */
const ROOMS_INSIDE: Readonly<Record<string, readonly string[]>> = {
  'src/sync/model': [],
  'src/sync/plan': ['src/sync/model'],
  'src/sync/wire': [],
  'src/sync/round': ['src/sync/model', 'src/sync/plan', 'src/sync/wire'],
  'src/sync/tabs': ['src/sync/model'],
  'src/store/state': [],
  'src/store/view': ['src/store/state'],
  'src/store/acts': ['src/store/state', 'src/store/view'],
  'src/store/session': ['src/store/state', 'src/store/view', 'src/store/acts'],
};

const root = resolve(import.meta.dirname, '..');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const files = [...filesBelow(join(root, 'src')), ...filesBelow(join(root, 'sw')), ...filesBelow(join(root, 'server'))];

const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].flatMap(
    (match) => match[1] ?? [],
  );

const roomOf = (file: string): string => {
  if (file === 'src/main.tsx') return file;
  const [top = '', second = ''] = file.split('/');
  return top === 'src' ? `src/${second}` : top;
};

test('every folder is a room with a name', () => {
  expect(files.map(roomOf).filter((room) => !(room in MAY_KNOW))).toEqual([]);
});

test('imports point left only', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, resolve(root, dirname(file), name)))
      .filter((target) => {
        const from = roomOf(file);
        const to = roomOf(target);
        return from !== to && !MAY_KNOW[from]?.includes(to);
      })
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('inside sync and store imports point left only', () => {
  const inside = files.filter((file) => /^src\/(sync|store)\//.test(file));
  const strangers = inside.filter((file) => !(dirname(file) in ROOMS_INSIDE) && dirname(file) !== 'src/store');
  const wrong = inside
    .filter((file) => dirname(file) in ROOMS_INSIDE)
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative(root, resolve(root, dirname(file), name)))
        .filter((target) => roomOf(target) === roomOf(file) && dirname(target) !== dirname(file))
        .filter((target) => !ROOMS_INSIDE[dirname(file)]?.includes(dirname(target)))
        .map((target) => `${file} → ${target}`),
    );
  expect([strangers, wrong]).toEqual([[], []]);
});

/** Files that import each other in a circle, types included (Tarjan, "Depth-first search and linear graph algorithms", 1972). */
const circlesOf = (importers: readonly string[]): string[][] => {
  const known = new Set(importers);
  const targetsOf = (file: string): string[] =>
    importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, resolve(root, dirname(file), name)))
      .flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((target) => known.has(target)));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    path.push(file);
    for (const target of targetsOf(file)) {
      const reached = order.has(target) ? (path.includes(target) ? order.get(target) : undefined) : visit(target);
      if (reached !== undefined) lowest.set(file, Math.min(lowest.get(file) ?? index, reached));
    }
    if (lowest.get(file) === index) {
      const circle = path.splice(path.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return lowest.get(file) ?? index;
  };
  for (const file of importers) if (!order.has(file)) visit(file);
  return circles;
};

test('no files import each other in a circle, types included', () => {
  expect(circlesOf(files)).toEqual([]);
});

test('features do not import features', () => {
  const featureOf = (file: string): string | null => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(root, resolve(root, dirname(file), name)))
      .filter((target) => featureOf(file) && featureOf(target) && featureOf(target) !== featureOf(file))
      .map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('a package is imported only in its room', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((name) => ONLY_IN[name] && !ONLY_IN[name]?.some((room) => file.startsWith(room)))
      .map((name) => `${file} names ${name}`),
  );
  expect(wrong).toEqual([]);
});

test('the environment of the build is read in one file', () => {
  const readers = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('import.meta.env'));
  expect(readers.filter((file) => file !== 'src/app/env.ts')).toEqual([]);
});

test('no folder or file is called utils, helpers or the like', () => {
  expect(files.filter((file) => /\b(utils?|helpers?|common|misc|manager|index)\b/i.test(file))).toEqual([]);
});

test('every package that is imported is one we name: pictures of buttons are sources in src/ui/icons, not a package', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const strangers = files.flatMap((file) =>
    importsOf(file)
      // Only what can be a package: not a path, and not text between two quotes that stand behind a word "from".
      .filter((name) => /^@?[a-z0-9][\w./-]*$/.test(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
      .filter((name) => !named.has(name))
      .map((name) => `${file} imports ${name}`),
  );
  expect(strangers).toEqual([]);
});
