import { describe, expect, test } from '@jest/globals';
import { changeId } from '../../src/contract/ids';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import type { Change, InFlightWrite, SyncState } from '../../src/sync/model/syncState';
import { countUnsent } from '../../src/sync/model/unsent';
import { planPush } from '../../src/sync/plan/planPush';
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
import { nothingRead } from '../support/readings';

const milk = anItem(1, listId(1));
const start = [served(aList(1), 1), served(milk, 2)].reduce(
  (state, row) => reduceSync(state, syncEvent('sync/deltaReceived', { delta: putDelta(row) })),
  pulledState,
);
const typed = (state: SyncState, ...changes: Change[]) =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));
const inFlightWriteOf = (state: SyncState) => {
  const [request] = planPush(state, planOptions).requests;
  if (!request) throw new Error('nothing to send');
  return request.write;
};
const marked = (state: SyncState) => reduceSync(state, syncEvent('sync/rowSent', { write: inFlightWriteOf(state) }));

describe('the key of a write', () => {
  const here = updateOf(milk, { description: 'oat milk' }, 9, 'leader');
  const leaders = typed(start, here);

  test('is its newest change and their number, so two windows with the same changes make the same key', () => {
    const there = updateOf(milk, { quantity: '2' }, 5, 'frozen');
    const inOrder = typed(start, there, here);
    const outOfOrder = typed(leaders, there);
    expect(inFlightWriteOf(inOrder).key).toBe(`${here.id}.2`);
    expect(inFlightWriteOf(outOfOrder).key).toBe(inFlightWriteOf(inOrder).key);
    expect(inFlightWriteOf(leaders).key).toBe(`${here.id}.1`);
  });

  test('stays the same while no change is added', () => {
    expect(inFlightWriteOf(marked(leaders)).key).toBe(inFlightWriteOf(leaders).key);
  });

  test('stays the same also when a change is added, which waits for the answer', () => {
    const joined = typed(marked(leaders), updateOf(milk, { quantity: '2' }, 10, 'leader'));
    expect(inFlightWriteOf(joined).key).toBe(inFlightWriteOf(leaders).key);
  });

  test('of a write that is planned again is new, and names the old key too', () => {
    const removed = typed(marked(leaders), removeOf(milk, 10, 'leader'));
    expect(inFlightWriteOf(removed)).toMatchObject({ kind: 'remove', replaces: [inFlightWriteOf(leaders).key] });
    expect(inFlightWriteOf(removed).key).not.toBe(inFlightWriteOf(leaders).key);
  });
});

/** The write is read from the disk, where another tab put it. */
const reading = (state: SyncState, write: InFlightWrite) =>
  reduceSync(state, syncEvent('sync/recordsRead', { ...nothingRead, inFlight: [write] }));

test('a row without a difference is not sent', () => {
  const write = inFlightWriteOf(typed(start, updateOf(milk, { done: true }, 1)));
  const left = reading(start, write);
  expect(planPush(left, planOptions)).toMatchObject({ requests: [], dropped: [] });
  expect(countUnsent(left)).toBe(0);
});

test('an unanswered write is repeated under its own key, also when another tab wrote one in its place', () => {
  const own = typed(start, updateOf(milk, { done: true }, 1));
  const other = {
    ...inFlightWriteOf(own),
    fields: { done: false },
    changeIds: [changeId(7, 'b')],
    key: `${changeId(7, 'b')}.1`,
  };
  const { key, fields, changeIds } = inFlightWriteOf(own);
  expect(inFlightWriteOf(reading(marked(own), other))).toMatchObject({ key, fields, changeIds });
});
