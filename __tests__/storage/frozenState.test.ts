import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { openBaseStore, readBase } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { migrateData } from '../../src/storage/migrations';
import { baseDatabase, logDatabase, STORED_VERSION } from '../../src/storage/storageKeys';
import { viewOf } from '../../src/sync/replayRow';
import { allChanges } from '../../src/sync/syncState';
import { countUnsent } from '../../src/sync/unsent';

/**
 * What a release left on disk, record by record. A later release must open it: fix the model and add a migration, never the sample.
 */
type Frozen = Readonly<Record<'base' | 'log', Readonly<Record<string, unknown>>>>;

const thaw = async (name: string, store: string, entries: Readonly<Record<string, unknown>>): Promise<void> => {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  await new Promise<void>((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction(store, 'readwrite');
      for (const [key, value] of Object.entries(entries)) transaction.objectStore(store).put(value, key);
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
};

test('what release 1 left on disk opens with every row, every unsent change and the device it was', async () => {
  const frozen = JSON.parse(readFileSync('__tests__/storage/frozen/v1.json', 'utf8')) as Frozen;
  const user = asUserId('frozen-1');
  await thaw(baseDatabase(user), 'items', frozen.base);
  await thaw(logDatabase(user), 'changes', frozen.log);
  const base = await readBase(await openBaseStore(user));
  const { log, device, damaged } = await openChangeLog(user, () => 'another device').read();
  expect(damaged).toBe(0);
  expect(device).toBe('0193a000-0000-7000-8000-00000000d001');
  if (!base) throw new Error('no base');
  const state = { base, log };
  const [shopping] = Object.values(base.lists);
  expect(shopping?.row).toMatchObject({ name: 'Zakupy', icon: 'tomato' });
  const listId = allChanges(log)[0]?.listId;
  if (!listId) throw new Error('no changes');
  const seen = allChanges(log).map(({ collection, rowId }) => viewOf(state, collection, listId, rowId));
  expect(seen).toMatchObject([{ description: 'chleb', quantity: '2' }, { description: 'masło' }, null]);
  expect(countUnsent(state)).toBe(3);
  expect(base.refused).toHaveLength(1);
  expect(base.operations).toHaveLength(1);
  expect(migrateData({ base, _persist: { version: STORED_VERSION, rehydrated: true } })?.base).toEqual(base);
});
