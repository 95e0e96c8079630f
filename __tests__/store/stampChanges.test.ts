import { expect, test } from '@jest/globals';
import { asItemId } from '../../src/contract/ids';
import { stampedChanges } from '../../src/store/dataReducer';
import { itemEdited } from '../../src/store/intents';
import type { RootState } from '../../src/store/rootReducer';
import type { UserData } from '../../src/store/session';
import { foreign, stampChanges } from '../../src/store/stampChanges';
import { reduceSync } from '../../src/sync/reduceSync';
import { type SyncEvent, syncEvent } from '../../src/sync/syncEvents';
import { allChanges } from '../../src/sync/syncState';
import { anItem, listId, pulledState, removalDelta, updateOf } from '../support/builders';

const row = anItem(1, listId(1));
const itemId = asItemId(row.id);
const edit = itemEdited({ listId: listId(1), itemId, fields: { quantity: '1' } });
const removed = syncEvent('sync/deltaReceived', { delta: removalDelta('items', itemId, 3) });

/** A tab whose clock stands still and whose state forgets what was done. */
const tab = ({ state = pulledState, isLeading = true, isStuck = false } = {}) => {
  const written = Promise.resolve();
  const writes: SyncEvent[] = [];
  const waits: unknown[] = [];
  const data: Partial<UserData> = {
    write: (_before, _after, event) => {
      writes.push(event);
      return written;
    },
    tell: (_message, onDisk) => void waits.push(onDisk),
    heard: () => undefined,
    writesBase: () => isLeading,
    journal: { isStuck: () => isStuck, flushed: () => written },
  };
  const api = { getState: () => ({ data: state }) as RootState, dispatch: <Action>(action: Action) => action };
  const passed: Parameters<typeof stampedChanges>[0][] = [];
  const run = stampChanges({ tab: 'a', now: () => 7 }, () => data as UserData)(api)((action) => {
    passed.push(action as (typeof passed)[number]);
    return action;
  });
  return { run, passed, writes, waits, written };
};

test('what the server said is told to the other tabs when it is on disk, so that whoever reads the disk then has it', () => {
  const { run, writes, waits, written } = tab();
  run(removed);
  expect(writes).toEqual([removed]);
  expect(waits).toEqual([written]);
  expect(waits[0]).toBe(written);
});

test('what another tab told is neither written nor told again', () => {
  const { run, writes, waits } = tab();
  run(foreign(removed));
  expect([writes, waits]).toEqual([[], []]);
});

test('no id is given twice, whatever the clock says and the disk forgot', () => {
  const { run, passed } = tab();
  run(edit);
  run(edit);
  const ids = passed.flatMap((action) => stampedChanges(action)?.map(({ id }) => id) ?? []);
  expect([ids.length, new Set(ids).size]).toEqual([2, 2]);
});

test.each([
  { isLeading: true, isStuck: false, count: 1, name: 'by the tab that sends it' },
  { isLeading: false, isStuck: false, count: 2, name: 'not where another tab may be sending it' },
  { isLeading: false, isStuck: true, count: 1, name: 'where no disk took it, so that nobody else can send it' },
])('an edit is folded into the last one $name', ({ count, ...situation }) => {
  const typed = reduceSync(
    pulledState,
    syncEvent('sync/changesRecorded', { changes: [updateOf(row, { done: true }, 1)] }),
  );
  const { run, writes } = tab({ state: typed, ...situation });
  run(edit);
  expect(allChanges(writes.reduce(reduceSync, typed).log)).toHaveLength(count);
});
