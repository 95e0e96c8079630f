import { describe, expect, test } from '@jest/globals';
import { changeId, counterOf } from '../../src/contract/ids';
import { planPush } from '../../src/sync/planPush';
import { reduceSync } from '../../src/sync/reduceSync';
import { syncEvent } from '../../src/sync/syncEvents';
import { type Change, emptyLog, nextCounter, type SyncState } from '../../src/sync/syncState';
import {
  aList,
  anItem,
  listId,
  planOptions,
  pulledState,
  putDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';

/** Found by simulated histories: a server that ignores what is older than its newest write must never see a late change as old. */

const milk = anItem(1, listId(1));
const place = { collection: 'items', listId: listId(1), rowId: milk.id } as const;
const start = [served(aList(1), 1), served(milk, 2)].reduce(
  (state, row) => reduceSync(state, syncEvent('sync/deltaReceived', { delta: putDelta(row) })),
  pulledState,
);
const typed = (state: SyncState, ...changes: Change[]) =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));
const markOf = (state: SyncState) => {
  const [lane] = planPush(state, 'items', planOptions).lanes;
  if (!lane) throw new Error('nothing to send');
  return lane.mark;
};
const marked = (state: SyncState) => reduceSync(state, syncEvent('sync/rowMarked', { mark: markOf(state) }));
const answered = (state: SyncState) => {
  const { changeIds } = markOf(state);
  const delta = putDelta(served({ ...milk, description: 'oat milk' }, 3));
  return reduceSync(marked(state), syncEvent('sync/rowSettled', { ...place, changeIds, delta }));
};

describe('the key of a write', () => {
  const leaders = typed(start, updateOf(milk, { description: 'oat milk' }, 9, 'leader'));

  test('is above all that was sent before, also for a change that reaches the sender late', () => {
    const late = typed(answered(leaders), removeOf(milk, 5, 'frozen'));
    expect(markOf(late).key > markOf(leaders).key).toBe(true);
  });

  test('stays the same while nothing is added to what may have arrived', () => {
    expect(markOf(marked(leaders)).key).toBe(markOf(leaders).key);
  });

  test('is a new one when an older change follows a write that may have arrived', () => {
    const joined = typed(marked(leaders), updateOf(milk, { quantity: '2' }, 5, 'frozen'));
    expect(markOf(joined).key).toBe(markOf(leaders).key);
    expect(markOf(answered(joined)).key > markOf(leaders).key).toBe(true);
  });

  test('is the sender’s own where changes of several tabs travel together: either tab may have sent its own under its id', () => {
    const both = typed(start, updateOf(milk, { quantity: '2' }, 8, 'a'), updateOf(milk, { done: true }, 9, 'b'));
    expect(markOf(both).key).toBe(changeId(10, 'here'));
    const late = typed(answered(leaders), removeOf(milk, 5, 'frozen'));
    expect(markOf(late).key).toBe(changeId(10, 'here'));
  });

  test('is the sender’s own too where only the mark still names another tab’s: that one may send its own under the newest id alone', () => {
    const [first, since] = [
      updateOf(milk, { done: true }, 5, 'a'),
      updateOf(milk, { quantity: '1', done: false }, 9, 'a'),
    ];
    const sent = typed(start, first);
    const mark = {
      ...markOf(sent),
      fields: { done: true, quantity: '2' },
      changeIds: [first.id, changeId(6, 'b')],
      key: changeId(7, 'b'),
    };
    const both = reduceSync(sent, syncEvent('sync/rowMarked', { mark }));
    expect(markOf(typed(both, since)).key).toBe(changeId(10, 'here'));
  });

  test('is below the id of whatever is done after it', () => {
    const late = marked(typed(answered(leaders), removeOf(milk, 5, 'frozen')));
    expect(nextCounter(late, 0)).toBeGreaterThan(counterOf(markOf(late).key));
  });

  test('is remembered when the answer has come and the log is empty, though no change ever had its number', () => {
    const late = typed(answered(leaders), removeOf(milk, 5, 'frozen'));
    const { changeIds, key } = markOf(late);
    const delta = { collection: 'items', put: [], removed: [{ id: milk.id, updatedAt: null }] } as const;
    const { base } = reduceSync(marked(late), syncEvent('sync/rowSettled', { ...place, changeIds, delta }));
    expect(nextCounter({ base, log: emptyLog }, 0)).toBeGreaterThan(counterOf(key));
  });
});

test('a mark that arrives when its row has nothing to send is not taken: its tab slept through the answer', () => {
  const mark = markOf(typed(start, updateOf(milk, { done: true }, 1)));
  expect(reduceSync(start, syncEvent('sync/rowMarked', { mark }))).toBe(start);
});

test('a mark of another tab that does not know the changes sent under this one does not take its place', () => {
  const own = typed(start, updateOf(milk, { done: true }, 1));
  const mark = { ...markOf(own), changeIds: [changeId(7, 'b')], key: changeId(7, 'b') };
  const marks = reduceSync(marked(own), syncEvent('sync/rowMarked', { mark })).log.marks;
  expect(marks[milk.id]).toEqual(markOf(own));
});
