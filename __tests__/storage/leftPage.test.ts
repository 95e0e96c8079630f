import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { BASE_KEY, openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { openWorkerSession } from '../../src/storage/workerSession';
import { emptyBase } from '../../src/sync/syncState';

/**
 * A page that is left for another one gets no further turn, and WebKit keeps it, with the transactions it has begun. One that
 * waits for its page to be over holds up all later ones of the same database, in whatever page.
 */
let begun: IDBTransaction[];
let handedOver: Set<IDBTransaction>;

beforeEach(() => {
  begun = [];
  handedOver = new Set();
  const { transaction } = IDBDatabase.prototype;
  const { commit } = IDBTransaction.prototype;
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const one = transaction.apply(this, args);
    begun.push(one);
    return one;
  });
  jest.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
    handedOver.add(this);
    commit.call(this);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const expectNoneLeftOpen = (): void => {
  const waiting = begun.filter((one) => one.mode !== 'versionchange' && !handedOver.has(one));
  expect(begun.length).toBeGreaterThan(0);
  expect(waiting.map(({ mode }) => mode)).toEqual([]);
};

test('no transaction on base waits for its page to be over', async () => {
  const user = asUserId('left-base');
  const value = { base: { ...emptyBase, items: { a: {}, b: {} } } };
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, value);
  await store.setItem(BASE_KEY, { base: { ...emptyBase, items: { b: {} } } });
  await store.getItem(BASE_KEY);
  const next = await openBaseStore(user);
  await next.setItem(BASE_KEY, value);
  await next.removeItem(BASE_KEY);
  expectNoneLeftOpen();
});

test('what an earlier page stored and this one never read leaves with its first write', async () => {
  const user = asUserId('left-buckets');
  const withLists = (...lists: string[]) => ({
    base: { ...emptyBase, items: Object.fromEntries(lists.map((list) => [list, {}])) },
  });
  await (await openBaseStore(user)).setItem(BASE_KEY, withLists('a', 'b', 'c'));
  await (await openBaseStore(user)).setItem(BASE_KEY, withLists('b', 'd'));
  expect(await (await openBaseStore(user)).getItem(BASE_KEY)).toEqual(withLists('b', 'd'));
});

test('no transaction on the log waits for its page to be over', async () => {
  const log = openChangeLog(asUserId('left-log'), () => 'device');
  await log.read();
  await log.remove([]);
  expectNoneLeftOpen();
});

test("no transaction on the worker's copy of the session waits for its page to be over", async () => {
  const copy = openWorkerSession();
  const session = { token: 't', userId: asUserId('1'), apiUrl: '/api', isSameOrigin: true, isDiffMode: false };
  await copy.write({ since: 1, session, user: null });
  expect(await copy.read()).toEqual(session);
  await copy.clear();
  expect(await copy.read()).toBeNull();
  expectNoneLeftOpen();
});
