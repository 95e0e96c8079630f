import { describe, expect, test } from '@jest/globals';
import { asItemId } from '../../src/contract/ids';
import { newest } from '../../src/sync/markRow';
import { insertChange, insertChanges, record, recordChanges, withoutChanges } from '../../src/sync/record';
import { reduceSync } from '../../src/sync/reduceSync';
import { syncEvent } from '../../src/sync/syncEvents';
import type { Dropped } from '../../src/sync/syncState';
import { allChanges, type Change, emptyLog, type Log, type Mark, nextCounter } from '../../src/sync/syncState';
import { anItem, insertOf, itemId, listId, newState, pulledState, removeOf, updateOf } from '../support/builders';
import { deepFreeze } from '../support/deepFreeze';

const milk = anItem(1, listId(1));
const place = { collection: 'items', listId: listId(1), rowId: asItemId(milk.id) } as const;
const typed = (...changes: Change[]): Log => changes.reduce(record, emptyLog);
const markOf = (changes: readonly Change[]): Mark => {
  const changeIds = changes.map(({ id }) => id);
  return { ...place, kind: 'update', fields: {}, changeIds, key: newest(changeIds) };
};
const marked = (log: Log, ...changes: Change[]): Log => ({
  ...log,
  marks: { [place.rowId]: markOf(changes) },
});
const shape = (log: Log) => allChanges(log).map(({ type, data }) => [type, data]);

const first = updateOf(milk, { description: 'm' }, 1);
const second = updateOf(milk, { description: 'mi' }, 2);

describe('recording', () => {
  test('folds the next key into the last one under the newer id, so that an old answer cannot settle new text', () => {
    const log = typed(first, second);
    expect(allChanges(log)).toEqual([second]);
    expect(allChanges(withoutChanges(log, [{ ...place, changeIds: [first.id] }]))).toEqual([second]);
  });

  test('keeps the fields of both', () => {
    expect(shape(typed(first, updateOf(milk, { quantity: '1' }, 2)))).toEqual([
      ['update', { description: 'm', quantity: '1' }],
    ]);
  });

  test.each<[string, Log]>([
    ['a change that was sent and not answered', record(marked(typed(first), first), second)],
    ['another tab’s change', typed(first, updateOf(milk, { description: 'mi' }, 2, 'b'))],
    ['an insert', typed(insertOf(milk, 1), second)],
    ['a removal', typed(removeOf(milk, 1), second)],
  ])('folds nothing into %s', (_, log) => {
    expect(allChanges(log)).toHaveLength(2);
  });

  test('the same change twice is once, wherever it stands', () => {
    const log = typed(insertOf(milk, 1), second);
    expect(record(log, second)).toBe(log);
    expect(insertChange(log, insertOf(milk, 1))).toBe(log);
  });

  test('another tab’s older change takes its place in the order', () => {
    const late = updateOf(milk, { quantity: '9' }, 1, 'z');
    expect(allChanges(insertChange(typed(second), late))).toEqual([late, second]);
  });

  test('an answer takes none but the changes it names, and leaves the older one that another tab told too late', () => {
    const late = updateOf(milk, { quantity: '9' }, 1, 'z');
    expect(
      allChanges(withoutChanges(insertChange(typed(second), late), [{ ...place, changeIds: [second.id] }])),
    ).toEqual([late]);
  });

  test('the counter grows with what is heard, and stays when the log is empty again', () => {
    const heard = reduceSync(
      newState,
      syncEvent('sync/changesHeard', { changes: [updateOf(milk, {}, 41)], replaced: [] }),
    );
    expect(nextCounter(heard, 0)).toBe(42);
    const settled = reduceSync(
      heard,
      syncEvent('sync/rowRefused', {
        ...place,
        changeIds: [updateOf(milk, {}, 41).id],
        changes: [],
        status: 400,
        message: '',
        time: 0,
      }),
    );
    expect(allChanges(settled.log)).toEqual([]);
    expect(nextCounter({ ...settled, log: emptyLog }, 0)).toBe(42);
  });
});

test('a disk that knows less of how far this tab has counted makes it count no number twice', () => {
  const heard = reduceSync(
    pulledState,
    syncEvent('sync/changesHeard', { changes: [updateOf(milk, {}, 41)], replaced: [] }),
  );
  const reloaded = reduceSync(heard, syncEvent('sync/stored', { base: null, log: emptyLog }));
  expect(nextCounter(reloaded, 0)).toBe(42);
  const counted = { ...pulledState, base: { ...pulledState.base, lamport: 41 } };
  const behind = { base: { ...pulledState.base, lamport: 7 }, log: emptyLog };
  expect(reduceSync(counted, syncEvent('sync/stored', behind)).base.lamport).toBe(41);
});

describe('a mark', () => {
  test('stays while a change it names is unanswered', () => {
    const log = marked(record(typed(first), updateOf(milk, {}, 2, 'b')), first, updateOf(milk, {}, 2, 'b'));
    expect(withoutChanges(log, [{ ...place, changeIds: [first.id] }]).marks).toEqual(log.marks);
    expect(withoutChanges(log, [{ ...place, changeIds: [first.id, updateOf(milk, {}, 2, 'b').id] }]).marks).toEqual({});
  });

  test('goes with the last change of its row, also when it names one that left before: a tab that slept read it late', () => {
    expect(withoutChanges(marked(typed(second), first, second), [{ ...place, changeIds: [second.id] }]).marks).toEqual(
      {},
    );
  });

  test('goes with the next start when a death between two writes left it without a change', () => {
    const other = anItem(2, listId(1));
    const log = marked(typed(updateOf(other, { done: true }, 1)), first);
    const left = {
      ...log,
      marks: {
        ...log.marks,
        [itemId(2)]: { ...markOf([]), rowId: itemId(2) },
      },
    };
    const reloaded = reduceSync(newState, syncEvent('sync/stored', { base: null, log: left }));
    expect(Object.keys(reloaded.log.marks)).toEqual([itemId(2)]);
  });

  test('stays when another tab folds what this one has just sent: the write may still be on its way', () => {
    const sent = { base: newState.base, log: marked(typed(first), first) };
    const heard = reduceSync(
      sent,
      syncEvent('sync/changesHeard', { changes: [second], replaced: [{ ...place, changeIds: [first.id] }] }),
    );
    expect(allChanges(heard.log)).toEqual([second]);
    expect(heard.log.marks).toEqual(sent.log.marks);
  });
});

test('a tab that slept counts on from the clock, so its next edit is not taken for a late one', () => {
  const asleep = newState;
  expect(nextCounter(asleep, 1_763_629_200_000)).toBe(1_763_629_200_000);
  expect(nextCounter({ ...asleep, base: { ...asleep.base, lamport: 1_763_629_200_007 } }, 1_763_629_200_000)).toBe(
    1_763_629_200_008,
  );
});

describe('many changes at once', () => {
  const pasted = (count: number): Change[] =>
    Array.from({ length: count }, (_, at) => insertOf(anItem(at + 2, listId(1)), at + 3));

  test('make the log they make one by one, and write into none that was there before', () => {
    const before = deepFreeze(typed(first, insertOf(anItem(9, listId(1)), 2)));
    const changes = [updateOf(milk, { description: 'mi' }, 3), ...pasted(5), removeOf(milk, 20)];
    expect(recordChanges(before, changes)).toEqual(changes.reduce(record, before));
    expect(insertChanges(before, changes)).toEqual(changes.reduce(insertChange, before));
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

  const recorded = (changes: readonly Change[]) => () => void recordChanges(emptyLog, changes);
  const left = (changes: readonly Change[]) => {
    const log = insertChanges(emptyLog, changes);
    return () => void withoutChanges(log, dropped(changes));
  };
  test.each([
    ['recorded', recorded],
    ['dropped', left],
  ])('%s, cost what they are, not the square of it', (_name, workOn) => {
    const cpuOf = (work: () => void): number => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const least = (count: number) => {
      const work = workOn(pasted(count));
      return Math.min(...[1, 2, 3].map(() => cpuOf(work)));
    };
    // Sixteen times as many; their square is 256 times as much, and a warm machine is quicker with the first ones.
    const few = least(500);
    expect(least(8000) / few).toBeLessThan(100);
  });
});
