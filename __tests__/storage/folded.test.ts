import { expect, test } from '@jest/globals';
import { makeJournal } from '../../src/storage/journal';
import { record } from '../../src/sync/record';
import { syncEvent } from '../../src/sync/syncEvents';
import type { SyncState } from '../../src/sync/syncState';
import { anItem, listId, pulledState, updateOf } from '../support/builders';

test('a change that got to the disk is told, though what was folded into it cannot be removed: others must not wait for that', async () => {
  const told: string[] = [];
  const done = (): Promise<void> => Promise.resolve();
  const journal = makeJournal({
    log: {
      open: done,
      read: () => Promise.reject(new Error('not here')),
      append: done,
      remove: () => Promise.reject(new Error('the disk is gone')),
      putMark: done,
    },
    flushBase: done,
    onError: () => undefined,
    onWritten: () => undefined,
    onArrived: ({ changes }, removed) => {
      removed.catch(() => undefined);
      told.push(...changes.map(({ id }) => id));
    },
  });
  const milk = anItem(1, listId(1));
  const changes = [updateOf(milk, { quantity: '1' }, 1), updateOf(milk, { quantity: '12' }, 2)];
  let state: SyncState = pulledState;
  for (const change of changes) {
    const next = { ...state, log: record(state.log, change) };
    await journal.write(state, next, syncEvent('sync/changesRecorded', { changes: [change] }));
    state = next;
  }
  expect(told).toEqual(changes.map(({ id }) => id));
  journal.stop();
});
