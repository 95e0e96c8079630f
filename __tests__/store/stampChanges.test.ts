import { expect, test } from '@jest/globals';
import type { UnknownAction } from '@reduxjs/toolkit';
import { asItemId } from '../../src/contract/ids';
import { logPartOf } from '../../src/storage/logRecords';
import { itemEdited } from '../../src/store/acts/intents';
import { dataReducer, toSyncEvent } from '../../src/store/session/dataReducer';
import { stampChanges } from '../../src/store/session/stampChanges';
import { noData, type RootState } from '../../src/store/state/rootReducer';
import type { UserData } from '../../src/store/state/session';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type SyncState } from '../../src/sync/model/syncState';
import { anItem, listId, pulledState, removalDelta, updateOf } from '../support/builders';

const row = anItem(1, listId(1));
const itemId = asItemId(row.id);
const edit = itemEdited({ listId: listId(1), itemId, fields: { quantity: '1' } });
const typed = updateOf(row, { done: true }, 1);
const withTyped = { ...noData, ...reduceSync(pulledState, syncEvent('sync/changesRecorded', { changes: [typed] })) };
const removed = syncEvent('sync/deltaReceived', { delta: removalDelta('items', itemId, 3) });

interface Tab {
  readonly isSignedIn?: boolean;
  readonly reduce?: typeof dataReducer;
}

/** A tab whose clock stands still, and what of it goes to the disk. */
const tab = ({ isSignedIn = true, reduce = dataReducer }: Tab = {}) => {
  const writes: (readonly [before: SyncState, after: SyncState])[] = [];
  const journal: Pick<UserData['journal'], 'write'> = {
    write: async (before, after) => {
      writes.push([before, after]);
    },
  };
  const passed: UnknownAction[] = [];
  let state = withTyped;
  const api = {
    getState: () => ({ data: state }) as RootState,
    dispatch: <Action>(action: Action) => action,
  };
  const run = stampChanges({ tab: 'a', now: () => 7 }, () => (isSignedIn ? ({ journal } as UserData) : null))(api)(
    (action) => {
      passed.push(action as UnknownAction);
      state = reduce(state, action as UnknownAction);
      return action;
    },
  );
  return { run, passed, writes, state: () => state };
};

test('an answer is written to disk as the difference that it made', () => {
  const { run, writes, state } = tab();
  run(removed);
  expect(writes).toEqual([[withTyped, state()]]);
  expect(state()).not.toEqual(withTyped);
});

test('records that were read from the disk are not written again', () => {
  const { run, writes, state } = tab();
  const { damaged: _, ...gone } = logPartOf([{ store: 'changes', key: typed.id }]);
  run(syncEvent('sync/recordsRead', { ...gone, isWhole: false, base: null, isMerged: false }));
  expect([writes, allChanges(state().log)]).toEqual([[], []]);
});

test('no id is given twice, whatever clock and disk do', () => {
  const { run, passed } = tab({ reduce: (state = withTyped) => state });
  run(edit);
  run(edit);
  const ids = passed.flatMap((action) => {
    const event = toSyncEvent(action);
    return event?.type === 'sync/changesRecorded' ? event.payload.changes.map(({ id }) => id) : [];
  });
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test('each edit is a new change after all others; the one before stays, because it may have been sent', () => {
  const { run, writes } = tab();
  run(edit);
  run(edit);
  const [, after] = writes.at(-1) ?? [];
  const changes = after ? allChanges(after.log) : [];
  expect(changes).toMatchObject([{ data: { done: true } }, { data: { quantity: '1' } }, { data: { quantity: '1' } }]);
  expect(changes[0]).toBe(typed);
});

test('an act on a screen that outlives its session changes nothing', () => {
  const { run, passed, writes } = tab({ isSignedIn: false });
  run(edit);
  expect([passed, writes]).toEqual([[], []]);
});
