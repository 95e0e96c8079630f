import { expect, jest, test } from '@jest/globals';
import { asUserId, type UserId } from '../../src/contract/ids';
import { BASE_KEY, openBaseStore, readBase } from '../../src/storage/baseStore';
import { baseDatabase } from '../../src/storage/storageKeys';
import { type Base, emptyBase } from '../../src/sync/syncState';
import { anItem, itemId, listId, served } from '../support/builders';

const base: Base = {
  ...emptyBase,
  cursors: { lists: 'x', items: 'x' },
  items: {
    [listId(1)]: { [itemId(1)]: served(anItem(1, listId(1)), 1) },
    [listId(2)]: { [itemId(2)]: served(anItem(2, listId(2)), 1) },
  },
};

/** As the next page finds it. */
const onDisk = async (user: UserId) => (await readBase(await openBaseStore(user)))?.items;

test('a write that failed is not taken for done: the next one writes the same lists again', async () => {
  const user = asUserId('bucket-failed');
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, { base: { ...base, items: {} } });
  const put = jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  await expect(store.setItem(BASE_KEY, { base })).rejects.toThrow('quota');
  put.mockRestore();
  await store.setItem(BASE_KEY, { base });
  expect(await onDisk(user)).toEqual(base.items);
});

test('a database that goes under an open page is written whole again, not only what changed since', async () => {
  const user = asUserId('bucket-deleted');
  const store = await openBaseStore(user);
  await store.setItem(BASE_KEY, { base });
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(baseDatabase(user));
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(await onDisk(user)).toBeUndefined();
  const changed = { ...base.items, [listId(2)]: { [itemId(3)]: served(anItem(3, listId(2)), 2) } };
  await store.setItem(BASE_KEY, { base: { ...base, items: changed } });
  expect(await onDisk(user)).toEqual(changed);
});
