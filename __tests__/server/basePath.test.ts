import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { builtBasePath, parseBasePath } from '../../server/src/basePath';
import { type Login, testServer } from './testServer';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const builtClient = (manifest = '{"scope":"/listy/"}'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'listy-base-'));
  folders.push(folder);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'the page');
  writeFileSync(join(folder, 'assets/app-1.js'), 'the app');
  writeFileSync(join(folder, 'manifest.webmanifest'), manifest);
  return folder;
};

const HTML = { accept: 'text/html' };

describe('below a path', () => {
  const start = () => testServer({ basePath: '/listy/', staticDir: builtClient() });

  test.each(['/listy/', '/listy/lists/some-uuid', '/listy/guest', '/listy/index.html'])(
    '%s is the page',
    async (path) => {
      const { call } = await start();
      expect(await call('GET', path, undefined, HTML)).toMatchObject({ status: 200, text: 'the page' });
    },
  );

  test.each([
    ['/listy/lists?new=1', 200],
    ['/listy/assets/app-old.js', 404],
    ['/listy/icons/missing.png?v=2', 404],
    ['/listy/api/nope', 404],
  ])('%s is answered %i to a program that takes anything', async (path, status) => {
    const { call } = await start();
    expect((await call('GET', path, undefined, { accept: '*/*' })).status).toBe(status);
  });

  test.each(['/', '/listy'])('%s leads there', async (path) => {
    const { call } = await start();
    const answer = await call('GET', path, undefined, HTML);
    expect([answer.status, answer.headers.location]).toEqual([302, '/listy/']);
  });

  test.each([
    '/lists',
    '/listyx/',
    '/api/health',
    '/assets/app-1.js',
    '/listy/assets/app-old.js',
    '/listy/api/nope',
    '/listy/api',
  ])('%s is answered 404', async (path) => {
    const { call } = await start();
    expect((await call('GET', path, undefined, HTML)).status).toBe(404);
  });

  test('lie the API and the built files, which are kept for a year', async () => {
    const { call } = await start();
    const asset = await call('GET', '/listy/assets/app-1.js');
    expect([asset.text, asset.headers['cache-control']]).toEqual(['the app', 'public, max-age=31536000, immutable']);
    const account = { username: 'ania', email: 'ania@example.com', password: 'a good secret' };
    const { jwt } = (await call('POST', '/listy/api/auth/local/register', account)).body as Login;
    const own = { authorization: `Bearer ${jwt}` };
    expect((await call('POST', '/listy/api/lists', { data: { uuid: 'a' } }, own)).status).toBe(201);
    expect((await call('GET', '/listy/api/health')).status).toBe(200);
  });
});

test.each([
  ['/', '//lists/some-uuid'],
  ['/', '///guest'],
  ['/', '/lists//some-uuid'],
  ['/listy/', '//listy/lists'],
  ['/', '/lists/%E0%A4%A'],
  ['/', '/%'],
  ['/', '/lists/%00'],
  ['/listy/', '/listy/lists/%5C'],
])('given an app at %s, when somebody opens %s, then it is the page', async (basePath, path) => {
  const { app } = await testServer({ basePath, staticDir: builtClient() });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(origin + path, { headers: HTML });
  expect([answer.status, await answer.text()]).toEqual([200, 'the page']);
});

test.each([
  ['/', '/'],
  ['/listy/', '/listy/'],
  ['/a/b.c/', '/a/b.c/'],
  ['/listy', null],
  ['listy/', null],
  ['//evil.example/', null],
  ['/a b/', null],
  ['', null],
])('%j as a path is %j', (text, path) => {
  expect(parseBasePath(text)).toBe(path);
});

test('the path of a built app is read from its manifest', () => {
  expect(builtBasePath(builtClient())).toBe('/listy/');
  expect(builtBasePath(builtClient('{}'))).toBeNull();
  expect(builtBasePath(builtClient('not JSON'))).toBeNull();
  expect(builtBasePath('/nowhere')).toBeNull();
});

test('given an app that was not built, then the root says so', async () => {
  const { call } = await testServer({ staticDir: '/nowhere' });
  const answer = await call('GET', '/', undefined, HTML);
  expect([answer.status, answer.headers.location, answer.text]).toEqual([
    503,
    undefined,
    expect.stringContaining('npm run build'),
  ]);
});
