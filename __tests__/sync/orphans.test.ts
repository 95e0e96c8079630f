import { describe, expect, test } from '@jest/globals';
import { integrate } from '../../src/sync/model/integrate';
import { recoveryOffers } from '../../src/sync/model/orphans';
import { reduceSync } from '../../src/sync/model/reduceSync';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { type Change, emptyBase, type InFlightWrite, type SyncState } from '../../src/sync/model/syncState';
import { countUnsent } from '../../src/sync/model/unsent';
import { planPush } from '../../src/sync/plan/planPush';
import {
  aList,
  anItem,
  insertOf,
  listId,
  planOptions,
  pulledState,
  putDelta,
  removalDelta,
  removeOf,
  served,
  updateOf,
} from '../support/builders';
import { nothingRead } from '../support/readings';

const list = aList(1, { name: 'Dom', icon: 'house' });
const item = anItem(1, listId(1), { description: 'milk' });
const place = { collection: 'items', listId: listId(1), rowId: item.id } as const;
const added = insertOf(item, 1);

const withList = integrate(pulledState, putDelta(served(list, 1)));
const typed = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/changesRecorded', { changes }));
/** What another tab typed before it heard of the end. */
const reading = (state: SyncState, ...changes: Change[]): SyncState =>
  reduceSync(state, syncEvent('sync/recordsRead', { ...nothingRead, changes }));
const listGone = (state: SyncState): SyncState => integrate(state, removalDelta('lists', list.id, 3));

const inFlightWriteOf = (...changes: readonly Change[]): InFlightWrite => {
  const changeIds = changes.map(({ id }) => id);
  return { ...place, kind: 'create', fields: added.data, changeIds, key: `${changeIds.at(-1)}.${changeIds.length}` };
};
const marked = (state: SyncState, write: InFlightWrite): SyncState =>
  reduceSync(state, syncEvent('sync/rowSent', { write }));

const offered = (state: SyncState) => recoveryOffers(state)[listId(1)]?.items;
const plan = (state: SyncState) => planPush(state, planOptions);
/** Neither offered nor kept. */
const expectLeaving = (state: SyncState, ...changes: readonly Change[]): void => {
  expect(offered(state)).toBeUndefined();
  expect(plan(state)).toMatchObject({
    requests: [],
    idleWrites: [],
    missing: [],
    dropped: [{ ...place, changeIds: changes.map(({ id }) => id) }],
  });
};

describe('an addition to a removed list', () => {
  test('is offered under the name and icon of the list, and neither sent, dropped nor counted as unsent', () => {
    const state = listGone(typed(withList, added));
    expect(recoveryOffers(state)).toEqual({ [list.id]: { name: 'Dom', icon: 'house', items: [item] } });
    expect(plan(state)).toEqual({ requests: [], dropped: [], idleWrites: [], missing: [], carried: [] });
    expect(countUnsent(state)).toBe(0);
  });

  test('says whose the list was: somebody else may have it still', () => {
    const sharing = { role: 'member', members: 2 } as const;
    const shared = integrate(pulledState, putDelta({ ...served(list, 1), sharing }));
    const state = listGone(typed(shared, added));
    expect(recoveryOffers(state)).toEqual({
      [list.id]: { name: 'Dom', icon: 'house', isOthers: true, items: [item] },
    });
    expect(countUnsent(typed(withList, added))).toBe(1);
  });

  test('is offered with text that another tab typed before it learned of the removal', () => {
    const state = reading(listGone(typed(withList, added)), updateOf(item, { description: 'oat milk' }, 2, 'b'));
    expect(offered(state)).toEqual([{ ...item, description: 'oat milk' }]);
  });

  test('is offered once, also when it is read twice', () => {
    const state = listGone(typed(withList, added));
    expect(offered(reading(state, insertOf(item, 1)))).toEqual(offered(state));
  });

  test('leaves the offer when another tab removed it', () => {
    const removal = removeOf(item, 2, 'b');
    expectLeaving(reading(listGone(typed(withList, added)), removal), added, removal);
  });

  test('is not offered when blank', () => {
    const blank = insertOf({ ...item, description: ' ' }, 1);
    expectLeaving(listGone(typed(withList, blank)), blank);
  });

  test('is offered while other changes are not', () => {
    const other = anItem(2, listId(1), { description: 'bread' });
    const state = listGone(typed(withList, insertOf({ ...item, description: '' }, 1), insertOf(other, 2)));
    expect(offered(state)).toEqual([other]);
  });

  test('is offered when a blank item gets its first text after the removal', () => {
    const word = updateOf(item, { description: 'milk' }, 2, 'b');
    expect(offered(reading(listGone(withList), word))).toEqual([item]);
  });

  test('is not offered while its write is unanswered', () => {
    const state = listGone(marked(typed(withList, added), inFlightWriteOf(added)));
    expect(offered(state)).toBeUndefined();
    expect(plan(state)).toMatchObject({ requests: [], dropped: [], idleWrites: [item.id] });
    const { idleWrites } = plan(state);
    expect(offered(reduceSync(state, syncEvent('sync/writesForgotten', { rowIds: idleWrites })))).toEqual([item]);
  });

  test('is not offered when it arrived before the removal: delete beats edit', () => {
    const late = updateOf(item, { quantity: '2' }, 2);
    const settled = syncEvent('sync/rowSettled', {
      ...place,
      changeIds: [added.id],
      delta: putDelta(served(item, 2)),
    });
    const state = listGone(marked(typed(withList, added), inFlightWriteOf(added)));
    expectLeaving(reduceSync(typed(state, late), settled), late);
  });

  test('is not offered when the server removed it with the list', () => {
    const edit = updateOf(item, { quantity: '2' }, 2);
    const state = listGone(typed(integrate(withList, putDelta(served(item, 2))), edit));
    expectLeaving(state, edit);
  });

  test('is sent like anything else when the list comes back', () => {
    const state = integrate(listGone(typed(withList, added)), putDelta(served(list, 4)));
    expect(recoveryOffers(state)).toEqual({});
    expect(plan(state)).toMatchObject({
      dropped: [],
      idleWrites: [],
      missing: [],
      requests: [{ ...place, step: { type: 'create' } }],
    });
    expect(countUnsent(state)).toBe(1);
  });

  test('is offered under the name of a list that the server refused', () => {
    const made = insertOf(list, 1);
    const state = reduceSync(
      typed(pulledState, made, insertOf(item, 2)),
      syncEvent('sync/rowRefused', {
        collection: 'lists',
        listId: listId(1),
        rowId: list.id,
        changeIds: [made.id],
        changes: [made],
        status: 400,
        message: 'too long',
        time: 1,
      }),
    );
    expect(recoveryOffers(state)).toEqual({
      [list.id]: { name: 'Dom', icon: 'house', isRefused: true, items: [item] },
    });
  });

  test('is neither offered nor sent while this tab does not know of the removal', () => {
    const state = typed(pulledState, added);
    expect(recoveryOffers(state)).toEqual({});
    expect(plan(state)).toMatchObject({ dropped: [], requests: [], missing: [list.id] });
  });

  test('is offered without a name once a round has found that nobody has the list', () => {
    const buried = removalDelta('lists', list.id, null);
    const state = reduceSync(typed(pulledState, added), syncEvent('sync/deltaReceived', { delta: buried }));
    expect(recoveryOffers(state)).toEqual({ [list.id]: { name: '', icon: 'tomato', items: [item] } });
  });

  test.each(['lists', 'items'] as const)('is not sent before all %s were pulled once', (collection) => {
    const cursors = { ...pulledState.base.cursors, [collection]: null };
    const state = typed({ ...pulledState, base: { ...emptyBase, cursors } }, added);
    expect(recoveryOffers(state)).toEqual({});
    expect(plan(state)).toMatchObject({ dropped: [], requests: [] });
  });

  test('leaves the offer when the person discards it', () => {
    const state = listGone(typed(withList, added));
    const dropped = [{ ...place, changeIds: [added.id] }];
    expect(recoveryOffers(reduceSync(state, syncEvent('sync/changesDropped', { dropped })))).toEqual({});
  });
});
