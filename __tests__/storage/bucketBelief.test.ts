import { expect, jest, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';
import { BASE_KEY, openBaseStore, readBase } from '../../src/storage/baseStore';
import { baseDatabase } from '../../src/storage/storageKeys';
import { type Base, emptyBase } from '../../src/sync/syncState';
import { anItem, itemId, listId, served } from '../support/builders';

const one = { [itemId(1)]: served(anItem(1, listId(1)), 1) };
const two = { [itemId(2)]: served(anItem(2, listId(2)), 1) };
const base: Base = { ...emptyBase, cursors: { lists: 'x', items: 'x' } };

/** As the next page finds it. */
const onDisk = async (user: UserId) => (await readBase(await openBaseStore(user)))?.items;

test('a list whose first item comes and goes again while the disk still writes the first is empty at the next start', async () => {
  const user = asUserId('bucket-came-and-went');
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, { base: { ...base, items: { [listId(1)]: one } } });
  const comes = store.setItem(BASE_KEY, { base: { ...base, items: { [listId(1)]: one, [listId(2)]: two } } });
  const goes = store.setItem(BASE_KEY, { base: { ...base, items: { [listId(1)]: one } } });
  await Promise.all([comes, goes]);
  expect(await onDisk(user)).toEqual({ [listId(1)]: one });
});

test('a database that goes while a write is on its way is written whole by the next one', async () => {
  const user = asUserId('bucket-deleted-in-flight');
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, { base: { ...base, items: { [listId(1)]: one } } });
  const isGone = new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(baseDatabase(user));
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  const items = { [listId(1)]: one, [listId(2)]: two };
  await store.setItem(BASE_KEY, { base: { ...base, items } }).catch(() => undefined);
  await isGone;
  await store.setItem(BASE_KEY, { base: { ...base, items } });
  expect(await onDisk(user)).toEqual(items);
});

test('a connection that the browser closed, with all that was stored, is followed by a whole write', async () => {
  const user = asUserId('bucket-closed');
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, { base: { ...base, items: { [listId(1)]: one } } });
  await (await openBaseStore(user)).removeItem(BASE_KEY);
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  });
  const items = { [listId(1)]: one, [listId(2)]: two };
  await store.setItem(BASE_KEY, { base: { ...base, items } });
  jest.restoreAllMocks();
  expect(await onDisk(user)).toEqual(items);
});

test('a list that comes back to what it was, while the disk still writes what it was meanwhile, is that at the next start', async () => {
  const user = asUserId('bucket-to-and-fro');
  const store = await openBaseStore(user);
  const inList = (rows: typeof one) => ({ base: { ...base, items: { [listId(1)]: rows, [listId(2)]: two } } });
  await store.setItem(BASE_KEY, inList(one));
  await Promise.all([store.setItem(BASE_KEY, inList({})), store.setItem(BASE_KEY, inList(one))]);
  expect(await onDisk(user)).toEqual({ [listId(1)]: one, [listId(2)]: two });
});

test('a write whose connection the browser closed takes back nothing of a newer one, and costs no later one a list', async () => {
  const user = asUserId('bucket-late-retry');
  const store = await openBaseStore(user);
  const second = { [itemId(2)]: served(anItem(2, listId(1)), 2) };
  const third = { [itemId(3)]: served(anItem(3, listId(1)), 3) };
  const write = (items: Base['items']) => store.setItem(BASE_KEY, { base: { ...base, items } });
  await write({ [listId(1)]: one, [listId(2)]: two });
  const { transaction } = IDBDatabase.prototype;
  const broken: IDBTransaction[] = [];
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...asked) {
    const begun = transaction.apply(this, asked);
    const error = new DOMException('The connection was closed.', 'AbortError');
    Object.defineProperties(begun, { error: { get: () => error }, commit: { value: () => undefined } });
    broken.push(begun);
    return begun;
  });
  const older = write({ [listId(1)]: second, [listId(2)]: two });
  const newer = write({ [listId(1)]: third, [listId(2)]: two });
  broken[0]?.abort();
  await Promise.all([older, newer]);
  jest.restoreAllMocks();
  expect(await onDisk(user)).toEqual({ [listId(1)]: third, [listId(2)]: two });
});
