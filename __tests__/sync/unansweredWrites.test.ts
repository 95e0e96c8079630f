import { describe, expect, test } from '@jest/globals';
import { changeId } from '../../src/contract/ids';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type Change, type InFlightWrite, type SyncState } from '../../src/sync/model/syncState';
import { newest } from '../../src/sync/plan/inFlightWrite';
import { planPush } from '../../src/sync/plan/planPush';
import { insertOf, listId, planOptions, pulledState, putDelta, removeOf, served, updateOf } from '../support/builders';
import { list, milk, withList as withListOn } from '../support/milkList';
import { nothingRead } from '../support/readings';
import { makeHost, roundOver, scriptedWire } from '../support/roundOver';

/** What is planned for a row whose last write nobody answered, or may have been sent without a note of it. */

const withList = reduceSync(pulledState, syncEvent('sync/deltaReceived', { delta: putDelta(served(list, 1)) }));
const having = (row: typeof milk): SyncState =>
  reduceSync(withList, syncEvent('sync/deltaReceived', { delta: putDelta(served(row, 2)) }));
const typed = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));

const inFlightWriteOf = (
  kind: InFlightWrite['kind'],
  fields: InFlightWrite['fields'],
  changes: readonly Change[],
): InFlightWrite => ({
  collection: 'items',
  listId: listId(1),
  rowId: milk.id,
  kind,
  fields,
  changeIds: changes.map(({ id }) => id),
  key: newest(changes.map(({ id }) => id)),
});
const marked = (state: SyncState, write: InFlightWrite): SyncState =>
  reduceSync(state, syncEvent('sync/rowSent', { write }));
/** The write is read from the disk, where another tab put it. */
const reading = (state: SyncState, write: InFlightWrite): SyncState =>
  reduceSync(state, syncEvent('sync/recordsRead', { ...nothingRead, inFlight: [write] }));
const planned = (state: SyncState) => planPush(state, planOptions);

describe('an unanswered write', () => {
  test('without any of its changes here is not repeated: its own tab does that', () => {
    const here = updateOf(milk, { done: true }, 3);
    const gone = updateOf(milk, { quantity: '3' }, 1, 'b');
    const state = marked(typed(having(milk), here), inFlightWriteOf('update', { quantity: '3' }, [gone]));
    expect(planned(state)).toMatchObject({
      requests: [{ step: { fields: { done: true } }, write: { changeIds: [here.id] }, isRepetition: false }],
    });
  });

  test('of another tab is not settled by the next write', () => {
    const here = updateOf(milk, { done: true }, 3);
    const there = updateOf(milk, { quantity: '3' }, 1, 'b');
    const state = reading(typed(having(milk), here), inFlightWriteOf('update', { quantity: '3' }, [there]));
    expect(planned(state).requests).toMatchObject([{ write: { changeIds: [here.id] } }]);
  });

  test('that another tab repeated under a newer key is repeated under that key', () => {
    const change = updateOf(milk, { quantity: '3' }, 1);
    const write = inFlightWriteOf('update', { quantity: '3' }, [change]);
    const state = marked(typed(having(milk), change), write);
    const sentAgain = { ...write, key: changeId(9, 'b') };
    expect(planned(reading(state, sentAgain)).requests).toMatchObject([{ write: { key: sentAgain.key } }]);
  });

  test('that was an undone removal is not repeated', () => {
    const removal = removeOf(milk, 1);
    const removed = marked(typed(having(milk), removal), inFlightWriteOf('remove', {}, [removal]));
    expect(planned(removed).requests).toMatchObject([{ step: { type: 'remove' } }]);
    expect(planned(typed(removed, insertOf(milk, 2))).requests).toEqual([]);
  });
});

describe('an unanswered create', () => {
  test('whose insert left the log is not repeated', () => {
    const [made, edited] = [insertOf(milk, 1), updateOf(milk, { quantity: '2' }, 2)];
    const state = marked(typed(withList, edited), inFlightWriteOf('create', { description: 'milk' }, [made, edited]));
    expect(planned(state)).toMatchObject({ requests: [], dropped: [{ changeIds: [edited.id] }] });
  });

  test('a value that was typed back to the first one is sent again', () => {
    const [made, typedBack] = [insertOf(milk, 1), updateOf(milk, { description: 'milk' }, 3)];
    const onServer = having({ ...milk, description: 'oat milk' });
    const fields = { description: 'milk', quantity: '', done: false };
    const state = marked(typed(onServer, made, typedBack), inFlightWriteOf('create', fields, [made, typedBack]));
    expect(planned(state).requests).toMatchObject([{ step: { type: 'update', fields: { description: 'milk' } } }]);
  });
});

test('given no locks, then a blank row that was made and removed leaves the log', () => {
  const [made, removal] = [insertOf({ ...milk, description: '' }, 1), removeOf(milk, 2)];
  const { requests, dropped } = planPush(typed(withList, made, removal), { ...planOptions, hasNoLocks: true });
  expect([requests, dropped]).toMatchObject([[], [{ changeIds: [made.id, removal.id] }]]);
});

test.each([true, false])(
  'given no locks, then a row made and removed is created and removed only with keys: %s',
  async (takesKeys) => {
    const provider = withListOn(takesKeys ? 'ours' : 'strapi');
    const device = makeHost();
    device.type(insertOf(milk, 1), removeOf(milk, 2));
    expect(await roundOver(device, scriptedWire(provider), { takesKeys, hasNoLocks: true })).toEqual({
      kind: 'done',
    });
    const writes = provider.requests.map(({ method }) => method).filter((method) => method !== 'GET');
    expect(writes).toEqual(takesKeys ? ['POST', 'DELETE'] : []);
    expect([provider.alive('items'), allChanges(device.state().log)]).toEqual([[], []]);
  },
);
