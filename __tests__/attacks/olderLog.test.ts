import { expect, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import { openChangeLog } from '../../src/storage/changeLog';
import { logDatabase } from '../../src/storage/storageKeys';
import { itemEdited } from '../../src/store/intents';
import { addItem, addList, deleteItem } from '../../src/store/rowThunks';
import {
  allSent,
  always,
  attackWorld,
  createsOf,
  first,
  isMethod,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
  wait,
} from '../support/attackWorld';
import { answering, faults } from '../support/contractServer';

const world = attackWorld();

type Records = Map<string, unknown>;

/** Does this to the records of a log, past the product. */
const onDisk = async <Value>(user: UserId, act: (records: IDBObjectStore) => Value): Promise<Value> => {
  const request = indexedDB.open(logDatabase(user));
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction('changes', 'readwrite');
  const value = act(transaction.objectStore('changes'));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
  return value;
};

const read = async (user: UserId): Promise<Records> => {
  const { keys, values } = await onDisk(user, (records) => ({ keys: records.getAllKeys(), values: records.getAll() }));
  return new Map(keys.result.map((key, at) => [String(key), values.result[at]]));
};

type Fields = Readonly<Record<string, unknown>>;

/** As the first builds wrote it: changes without version and time, marks without key and name, one record for each row. */
const olderShape = (key: string, { change, mark }: { readonly change?: Fields; readonly mark?: Fields }) => {
  if (change) {
    const { time: _, ...old } = change;
    return [key, { change: old }] as const;
  }
  const { key: _, device: __, ...old }: Fields = mark ?? {};
  return [`mark/${old.rowId}`, { version: 1, mark: old }] as const;
};

const makeOlder = async (user: UserId): Promise<number> => {
  const records = [...(await read(user))].filter(([key]) => /^(change|mark)\//.test(key));
  await onDisk(user, (store) => {
    for (const [key] of records) store.delete(key);
    for (const [key, value] of records) {
      const [name, older] = olderShape(key, value as Parameters<typeof olderShape>[1]);
      store.put(older, name);
    }
  });
  return records.length;
};

test('the app is updated over a log of the first builds: all of it is on screen at once, offline, and is sent once', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const user = `older-${account.userId}` as UserId;
  const ports = { openChangeLog: (_user: UserId, newId: () => string) => openChangeLog(user, newId) };
  const tab = await openPulled(browser, ports);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  const gone = tab.store.dispatch(addItem(listId, { description: 'masło' }));
  await sync(tab);
  await allSent(tab);
  // One write that arrived unheard, and three that never left.
  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
  await sync(tab);
  world.server.wire = always(() => true, answering(503, 'down'));
  const bread = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { description: 'mleko kozie' } }));
  tab.store.dispatch(deleteItem(listId, gone));
  await wait(50);
  tab.kill();
  expect(await makeOlder(user)).toBeGreaterThanOrEqual(5);
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });

  const updated = await browser.openTab(ports);
  expect(seenIn(updated.store)).toEqual(['Zakupy: mleko kozie|2|open, chleb||open']);
  expect(unsent(updated)).toBe(3);
  world.server.wire = null;
  world.server.seen.length = 0;
  await sync(updated);
  await allSent(updated);
  await seesWithin(updated, ['Zakupy: mleko kozie|12|open, chleb||open']);
  expect(createsOf(world.server, bread)).toBe(1);
  expect((await account.items()).map(({ description, quantity }) => `${description}|${quantity}`)).toEqual([
    'mleko kozie|12',
    'chleb|',
  ]);
  expect([...(await read(user)).keys()]).toEqual(['device']);
});
