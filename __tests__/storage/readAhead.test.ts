import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';
import { USER_KEY, userDatabaseName } from '../../src/contract/storageKeys';
import { beginReading } from '../../src/storage/readAhead';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { type Base, emptyBase } from '../../src/sync/model/syncState';
import { aList, listId, moment, served } from '../support/builders';
import { memoryStorage } from '../support/memoryStorage';

let users = 0;
let user: UserId;
const local = memoryStorage();

beforeEach(() => {
  users += 1;
  user = asUserId(`ahead-${users}`);
  local.setItem(USER_KEY, JSON.stringify({ id: user, email: 'ahead@example.com' }));
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: local });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const baseOf = (...lists: number[]): Base => ({
  ...emptyBase,
  cursors: { lists: moment(1), items: moment(1) },
  lists: Object.fromEntries(lists.map((at) => [listId(at), served(aList(at), 1)])),
});
const newTab = () => openUserDatabase(user, () => crypto.randomUUID());
const listsOf = (base: Base | null): string[] => Object.keys(base?.lists ?? {}).sort();

/** How often all lists are read. */
const watchReadings = () => {
  const read = jest.spyOn(IDBObjectStore.prototype, 'getAll');
  return () => read.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'lists').length;
};

describe('what the first script of a page has read', () => {
  test('is used when the database opens, without a second read', async () => {
    await newTab().commit({ base: baseOf(1, 2) });
    const readings = watchReadings();
    beginReading();
    const { base } = await newTab().read();
    expect(listsOf(base)).toEqual([listId(1), listId(2)].sort());
    expect(readings()).toBe(1);
  });

  test('is used once', async () => {
    const other = newTab();
    await other.commit({ base: baseOf(1) });
    beginReading();
    const tab = newTab();
    await tab.read();
    await other.commit({ base: baseOf(1, 2) });
    expect(listsOf((await tab.read()).base)).toEqual([listId(1), listId(2)].sort());
  });

  test('is read again when another tab wrote since', async () => {
    const other = newTab();
    await other.commit({ base: baseOf(1) });
    beginReading();
    await other.commit({ base: baseOf(1, 2) });
    expect(listsOf((await newTab().read()).base)).toEqual([listId(1), listId(2)].sort());
  });

  test('is read again when the database was made again', async () => {
    await newTab().commit({ base: baseOf(1) });
    beginReading();
    await new Promise((done) => {
      indexedDB.deleteDatabase(userDatabaseName(user)).onsuccess = done;
    });
    await newTab().commit({ base: baseOf(2) });
    expect(listsOf((await newTab().read()).base)).toEqual([listId(2)]);
  });

  test('is not used for another user', async () => {
    await newTab().commit({ base: baseOf(1) });
    beginReading();
    const stranger = openUserDatabase(asUserId(`${user}-other`), () => 'tab');
    expect(listsOf((await stranger.read()).base)).toEqual([]);
  });

  test('is not needed: a failed read is ignored', async () => {
    await newTab().commit({ base: baseOf(1) });
    const open = jest.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new Error('closed');
    });
    beginReading();
    expect(listsOf((await newTab().read()).base)).toEqual([listId(1)]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  test.each([null, '', '{', '{"id":{}}', '[]'])('is empty for the stored user %j', async (stored) => {
    if (stored === null) local.removeItem(USER_KEY);
    else local.setItem(USER_KEY, stored);
    const open = jest.spyOn(indexedDB, 'open');
    beginReading();
    expect(open).not.toHaveBeenCalled();
  });
});
