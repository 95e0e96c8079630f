import { beforeEach, expect, jest, test } from '@jest/globals';

const ORIGIN = 'https://listy.example';

/** The browser's caches, as far as they are needed: what lies where, by address. */
const boxes = new Map<string, Map<string, Response>>();
/** The room that is left, in answers. */
let room: number;
const addressOf = (request: Request | string): string => (typeof request === 'string' ? request : request.url);

const openBox = (name: string) => {
  const box = boxes.get(name) ?? new Map<string, Response>();
  boxes.set(name, box);
  return {
    keys: async () => [...box.keys()].map((url) => new Request(url)),
    match: async (request: Request) => box.get(addressOf(request))?.clone(),
    put: async (request: Request, answer: Response) => {
      room -= 1;
      if (room < 0) throw new DOMException('no room', 'QuotaExceededError');
      box.set(addressOf(request), answer);
    },
  };
};

type Answer = (call: { request: Request }) => Promise<Response>;
let answer: Answer;
let isServed: (call: { url: URL }) => boolean;

Object.assign(globalThis, {
  self: { location: new URL('/sw.js', ORIGIN) },
  caches: {
    has: async (name: string) => boxes.has(name),
    open: async (name: string) => openBox(name),
    delete: async (name: string) => boxes.delete(name),
    match: async (request: Request, { cacheName }: { cacheName: string }) => openBox(cacheName).match(request),
  },
});
jest.unstable_mockModule('workbox-core', () => ({ cacheNames: { precache: 'in use' } }));
jest.unstable_mockModule('workbox-routing', () => ({
  registerRoute: (matches: typeof isServed, handle: Answer) => {
    isServed = matches;
    answer = handle;
  },
}));
const { keepPreviousBuild, servePreviousBuildOrNetwork } = await import('../../sw/previousBuild');

const inUse = (...paths: string[]): void => {
  boxes.set('in use', new Map(paths.map((path) => [ORIGIN + path, new Response(`kept ${path}`)])));
};

const served = async (path: string): Promise<string> => {
  const request = new Request(ORIGIN + path);
  if (!isServed({ url: new URL(request.url) })) return 'not ours';
  return (await answer({ request })).text();
};

beforeEach(() => {
  boxes.clear();
  room = Number.POSITIVE_INFINITY;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('network'));
  servePreviousBuildOrNetwork();
});

test('a page of the build before still gets its chunks when the new worker has taken over', async () => {
  inUse('/index.html', '/assets/list-1.js', '/assets/same.js');
  await keepPreviousBuild([{ url: '/index.html', revision: '2' }, '/assets/list-2.js', 'assets/same.js']);
  inUse('/index.html', '/assets/list-2.js', '/assets/same.js');
  expect(await served('/assets/list-1.js')).toBe('kept /assets/list-1.js');
  expect(await served('/assets/unknown.js')).toBe('network');
  expect(await served('/index.html')).toBe('not ours');
  // What both builds have is in use, and needs no second copy.
  expect([...(boxes.get('listy-previous-build')?.keys() ?? [])]).toEqual([`${ORIGIN}/assets/list-1.js`]);
});

test('given the same build a second time, then the previous cache stays', async () => {
  inUse('/assets/list-1.js');
  await keepPreviousBuild(['/assets/list-2.js']);
  inUse('/assets/list-2.js');
  await keepPreviousBuild(['/assets/list-2.js']);
  expect(await served('/assets/list-1.js')).toBe('kept /assets/list-1.js');
});

test('given two newer builds, then the oldest cache is deleted; the first build has no previous cache', async () => {
  await keepPreviousBuild(['/assets/list-1.js']);
  expect([...boxes.keys()]).toEqual([]);
  inUse('/assets/list-1.js');
  await keepPreviousBuild(['/assets/list-2.js']);
  inUse('/assets/list-2.js');
  await keepPreviousBuild(['/assets/list-3.js']);
  expect(await served('/assets/list-1.js')).toBe('network');
  expect(await served('/assets/list-2.js')).toBe('kept /assets/list-2.js');
});

test('given no room for the previous cache, then the new build is installed', async () => {
  inUse('/assets/list-1.js', '/assets/logs-1.js');
  room = 1;
  await keepPreviousBuild(['/assets/list-2.js']);
  expect([...boxes.keys()]).toEqual(['in use']);
});
