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
