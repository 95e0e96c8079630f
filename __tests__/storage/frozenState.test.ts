import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { userDatabaseName } from '../../src/storage/storageKeys';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { viewOf } from '../../src/sync/replayRow';
import { allChanges } from '../../src/sync/syncState';
import { countUnsent } from '../../src/sync/unsent';

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

test('what version 1 left on disk opens with every row, every unsent change and its name', async () => {
  const frozen = JSON.parse(readFileSync('__tests__/storage/frozen/v1.json', 'utf8')) as Frozen;
  const user = asUserId('frozen-1');
  await thaw(userDatabaseName(user), frozen);
  const { base, log, device, damaged } = await openUserDatabase(user, () => 'another device').read('all');
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
});
