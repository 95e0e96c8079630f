import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { userDatabaseName } from '../../src/contract/storageKeys';
import { type LogRecord, logPartOf } from '../../src/storage/logRecords';
import { openUserDatabase, storedState } from '../../src/storage/userDatabase';
import { allChanges } from '../../src/sync/model/syncState';
import { countUnsent } from '../../src/sync/model/unsent';
import { writeKey } from '../../src/sync/plan/inFlightWrite';
import { viewOf } from '../support/viewOf';

/** What a release left on disk, record by record, store by store. A later release must open it: mend the code, never the sample. */
type Frozen = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const thaw = async (name: string, stores: Frozen): Promise<void> => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    for (const [store, entries] of Object.entries(stores)) {
      const made = request.result.createObjectStore(store);
      for (const [key, value] of Object.entries(entries)) made.put(value, key);
    }
  };
  await new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
};

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });

test('given the stored state of version 1, then it opens with every row, unsent change and name', async () => {
  const frozen = JSON.parse(readFileSync('__tests__/storage/frozen/v1.json', 'utf8')) as Frozen;
  const user = asUserId('frozen-1');
  await thaw(userDatabaseName(user), frozen);
  const database = openUserDatabase(user, () => 'this tab');
  const reading = await database.read();
  expect(logPartOf(reading.log).damaged).toBe(0);
  expect(reading.device).toBe('0193a000-0000-7000-8000-00000000d001');
  if (!reading.base) throw new Error('no base');
  const state = storedState(reading);
  const [shopping] = Object.values(state.base.lists);
  expect(shopping?.row).toMatchObject({ name: 'Zakupy', icon: 'tomato' });
  const changes = allChanges(state.log);
  const listId = changes[0]?.listId;
  if (!listId) throw new Error('no changes');
  const seen = changes.map(({ collection, rowId }) => viewOf(state, collection, listId, rowId));
  expect(seen).toMatchObject([{ description: 'chleb', quantity: '2' }, { description: 'masło' }, null]);
  expect(countUnsent(state)).toBe(3);
  // The new item was sent and not answered: the same write is made again, under the key it had.
  const inserted = changes.filter(({ type }) => type === 'insert').map(({ id }) => id);
  expect(Object.values(frozen.writes ?? {})).toMatchObject([{ key: writeKey(inserted) }]);

  const gone = changes.map(({ id }): LogRecord => ({ store: 'changes', key: id }));
  await openUserDatabase(user, () => 'another tab').commit({ log: gone });
  expect(await database.read()).toEqual({ isWhole: false, log: gone, base: null, device: reading.device });
});

test('given rows that were stored before a field came, when they are read, then the field has the value of a new row', async () => {
  const text = readFileSync('__tests__/storage/frozen/v1.json', 'utf8');
  const user = asUserId('frozen-2');
  await thaw(
    userDatabaseName(user),
    JSON.parse(text, (name, value) => (name === 'quantity' || name === 'icon' ? undefined : value)) as Frozen,
  );
  const { base } = await openUserDatabase(user, () => 'another device').read();
  if (!base) throw new Error('no base');
  const rows = [...Object.values(base.lists), ...Object.values(base.items).flatMap((list) => Object.values(list))];
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) expect(row).toMatchObject('listId' in row ? { quantity: '' } : { icon: 'tomato' });
});

test('given a connection of an older build that stays open, then opening fails, and leaves no connection when it can go on', async () => {
  const name = userDatabaseName(asUserId('frozen-4'));
  await thaw(name, JSON.parse(readFileSync('__tests__/storage/frozen/v1.json', 'utf8')) as Frozen);
  const old = await opened(indexedDB.open(name));

  await expect(openUserDatabase(asUserId('frozen-4'), () => 'this tab').open()).rejects.toThrow('database blocked');

  old.close();
  // Comes after the upgrade that waited, and would be blocked by a connection that it left.
  const deleting = indexedDB.deleteDatabase(name);
  await new Promise((resolve, reject) => {
    deleting.onsuccess = resolve;
    deleting.onblocked = () => reject(new Error('a connection was left open'));
  });
});
