import { describe, expect, test } from '@jest/globals';
import { asItemId } from '../../src/contract/ids';
import { insertChanges, withoutChanges } from '../../src/sync/model/changeLog';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import {
  allChanges,
  type Change,
  type Dropped,
  emptyLog,
  type InFlightWrite,
  type Log,
  nextCounter,
  type SyncState,
} from '../../src/sync/model/syncState';
import { newest } from '../../src/sync/plan/inFlightWrite';
import { anItem, insertOf, listId, newState, pulledState, removeOf, updateOf } from '../support/builders';
import { cpuOfRun } from '../support/cpuOfRun';
import { deepFreeze } from '../support/deepFreeze';
import { nothingRead, wholeReadingOf } from '../support/readings';

const milk = anItem(1, listId(1));
const place = { collection: 'items', listId: listId(1), rowId: asItemId(milk.id) } as const;
const typed = (...changes: Change[]): Log => insertChanges(emptyLog, changes);
const inFlightWriteOf = (changes: readonly Change[]): InFlightWrite => {
  const changeIds = changes.map(({ id }) => id);
  return { ...place, kind: 'update', fields: {}, changeIds, key: newest(changeIds) };
};
const marked = (log: Log, ...changes: Change[]): Log => ({
  ...log,
  inFlight: { [place.rowId]: inFlightWriteOf(changes) },
});

const first = updateOf(milk, { description: 'm' }, 1);
const second = updateOf(milk, { description: 'mi' }, 2);

/** What another tab typed is read from the disk. */
const reading = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/recordsRead', { ...nothingRead, changes }));

describe('the log', () => {
  test('has a change for each key press, and each change once', () => {
    const made = insertOf(milk, 0);
    const log = typed(made, first, second);
    expect(allChanges(log)).toEqual([made, first, second]);
    expect(insertChanges(log, allChanges(log))).toBe(log);
    expect(insertChanges(log, [insertOf(milk, 0)])).toEqual(log);
  });

  test('takes another tab’s older change at its place in the order', () => {
    const late = updateOf(milk, { quantity: '9' }, 1, 'z');
    expect(allChanges(insertChanges(typed(second), [late]))).toEqual([late, second]);
  });

  test('takes a change for the one of the same id, in its place', () => {
    const merged = { ...first, data: { description: 'm', quantity: '1' } };
    expect(allChanges(insertChanges(typed(first, second), [merged]))).toEqual([merged, second]);
  });

  test('loses only the changes that an answer names', () => {
    const late = updateOf(milk, { quantity: '9' }, 1, 'z');
    const left = (...ids: Change[]) =>
      allChanges(withoutChanges(typed(late, first, second), [{ ...place, changeIds: ids.map(({ id }) => id) }]));
    expect(left(second)).toEqual([first, late]);
    expect(left(first)).toEqual([late, second]);
  });

  test('continues the counter of what was read, also when it is empty', () => {
    const read = reading(newState, updateOf(milk, {}, 41));
    expect(nextCounter(read, 0)).toBe(42);
    const changeIds = [updateOf(milk, {}, 41).id];
    const refusal = { ...place, changeIds, changes: [], status: 400, message: '', time: 0 };
    const settled = reduceSync(read, syncEvent('sync/rowRefused', refusal));
    expect(allChanges(settled.log)).toEqual([]);
    expect(nextCounter(settled, 0)).toBe(42);
  });
});

test('given a disk with a lower counter, then no number is used twice', () => {
  const counted = reading(pulledState, updateOf(milk, {}, 41));
  const reloaded = reduceSync(counted, syncEvent('sync/recordsRead', wholeReadingOf(pulledState)));
  expect(allChanges(reloaded.log)).toEqual([]);
  expect(nextCounter(reloaded, 0)).toBe(42);
});

describe('a write', () => {
  test('stays while a change it names is unanswered', () => {
    const log = marked(typed(first, updateOf(milk, {}, 2, 'b')), first, updateOf(milk, {}, 2, 'b'));
    expect(withoutChanges(log, [{ ...place, changeIds: [first.id] }]).inFlight).toEqual(log.inFlight);
    expect(withoutChanges(log, [{ ...place, changeIds: [first.id, updateOf(milk, {}, 2, 'b').id] }]).inFlight).toEqual(
      {},
    );
  });

  test('is removed with the last change of its row', () => {
    expect(
      withoutChanges(marked(typed(second), first, second), [{ ...place, changeIds: [second.id] }]).inFlight,
    ).toEqual({});
  });

  test('stays when another tab compacted its changes', () => {
    const sent = { base: newState.base, log: marked(typed(first), first) };
    const read = { ...nothingRead, changes: [second], removedChanges: [first.id] };
    const { log } = reduceSync(sent, syncEvent('sync/recordsRead', read));
    expect(allChanges(log)).toEqual([second]);
    expect(log.inFlight).toEqual(sent.log.inFlight);
  });
});

describe('refusals', () => {
  const refusing = (log: Log, ...changes: Change[]): Log =>
    reduceSync(
      { ...pulledState, log },
      syncEvent('sync/rowRefused', {
        ...place,
        rowId: asItemId(changes[0]?.rowId ?? ''),
        changeIds: changes.map(({ id }) => id),
        changes,
        status: 400,
        message: 'too long',
        time: 7,
      }),
    ).log;

  test('keep their changes, once, outside the log', () => {
    const log = refusing(typed(first, second), first);
    expect(allChanges(log)).toEqual([second]);
    expect(log.refusals).toEqual([{ changes: [first], status: 400, message: 'too long', time: 7 }]);
    expect(refusing(log, first)).toBe(log);
  });

  test('are the last two hundred', () => {
    const many = Array.from({ length: 201 }, (_, at) => insertOf(anItem(at, listId(1)), at + 1));
    const { refusals } = many.reduce((log, change) => refusing(log, change), insertChanges(emptyLog, many));
    expect(refusals.map(({ changes }) => changes)).toEqual(many.slice(1).map((change) => [change]));
  });
});

test('given a tab that slept, then its counter continues from the clock', () => {
  expect(nextCounter(newState, 1_763_629_200_000)).toBe(1_763_629_200_000);
  const ahead = { ...newState, log: { ...emptyLog, counter: 1_763_629_200_007 } };
  expect(nextCounter(ahead, 1_763_629_200_000)).toBe(1_763_629_200_008);
});

describe('many changes at once', () => {
  const pasted = (count: number): Change[] =>
    Array.from({ length: count }, (_, at) => insertOf(anItem(at + 2, listId(1)), at + 3));

  test('make the same log as one by one, without mutation', () => {
    const before = deepFreeze(typed(first, insertOf(anItem(9, listId(1)), 2)));
    const changes = [updateOf(milk, { description: 'mi' }, 3), ...pasted(5), removeOf(milk, 20)];
    const oneByOne = changes.reduce((log, change) => insertChanges(log, [change]), before);
    expect(insertChanges(before, changes)).toEqual(oneByOne);
  });

  const dropped = (changes: readonly Change[]): Dropped[] =>
    changes.map(({ collection, listId, rowId, id }) => ({ collection, listId, rowId, changeIds: [id] }));

  test('leave as they leave one by one', () => {
    const changes = pasted(5);
    const log = deepFreeze(
      marked(insertChanges(typed(first), [...changes, removeOf(anItem(3, listId(1)), 20)]), first),
    );
    const leaving = dropped([...changes.slice(1), first]);
    expect(withoutChanges(log, leaving)).toEqual(leaving.reduce((left, one) => withoutChanges(left, [one]), log));
  });

  const recorded = (changes: readonly Change[]) => () => void insertChanges(emptyLog, changes);
  const left = (changes: readonly Change[]) => {
    const log = insertChanges(emptyLog, changes);
    return () => void withoutChanges(log, dropped(changes));
  };
  test.each([
    ['recorded', recorded],
    ['dropped', left],
  ])('%s, take linear time', async (_name, workOn) => {
    const costOf = (count: number) => cpuOfRun(workOn(pasted(count)));
    // Sixteen times as many; their square is 256 times as much.
    expect((await costOf(8000)) / (await costOf(500))).toBeLessThan(100);
  });
});
