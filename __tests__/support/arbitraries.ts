import fc from 'fast-check';
import { changeId, type ListId } from '../../src/contract/ids';
import { type Collection, type Fields, listOf, type Row, rowFields } from '../../src/contract/records';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import { type Change, changesOf, type Delta, nextCounter, type SyncState } from '../../src/sync/model/syncState';
import { newest } from '../../src/sync/plan/inFlightWrite';
import { planPush } from '../../src/sync/plan/planPush';
import {
  aList,
  anItem,
  collectionOf,
  insertOf,
  listId,
  moment,
  planOptions,
  removeOf,
  served,
  updateOf,
} from './builders';
import { nothingRead, wholeReadingOf } from './readings';

/** Random histories over two lists with two items each. With so few rows, most events concern the same rows. */

const LISTS: readonly ListId[] = [listId(1), listId(2)];
export const WORLD: readonly Row[] = [
  aList(1),
  aList(2),
  ...LISTS.flatMap((list, index) => [anItem(index * 2, list), anItem(index * 2 + 1, list)]),
];

export const anyRow = fc.constantFrom(...WORLD);
const word = fc.constantFrom('', ' ', 'a', 'b', 'c');

/** At least one field of a row. */
export const anyFieldsOf = (row: Row): fc.Arbitrary<Fields> => {
  const fields: Record<string, fc.Arbitrary<string | boolean>> = collectionOf(row) === 'lists'
    ? { name: word, icon: word }
    : { description: word, quantity: word, done: fc.boolean() };
  return fc
    .record(fields, { requiredKeys: [] })
    .map((some) => (Object.keys(some).length ? (some as Fields) : rowFields(collectionOf(row), row)));
};

export const anyTab = fc.constantFrom('a', 'b');

/** A change of any kind to a row, with this counter in its id. */
export const anyChangeTo = (row: Row, counter: number): fc.Arbitrary<Change> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(anyFieldsOf(row), anyTab).map(([data, tab]) => updateOf(row, data, counter, tab)),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(anyFieldsOf(row), anyTab).map(([data, tab]) => insertOf({ ...row, ...data }, counter, tab)),
    },
    { weight: 1, arbitrary: anyTab.map((tab) => removeOf(row, counter, tab)) },
  );

export const anyServed = anyRow.chain((row) =>
  fc.tuple(anyFieldsOf(row), fc.nat(20)).map(([fields, ticks]) => served({ ...row, ...fields }, ticks)),
);

const anyRemoval = fc
  .tuple(anyRow, fc.option(fc.nat(20)))
  .map(([row, ticks]) => ({ row, updatedAt: ticks === null ? null : moment(ticks) }));

/** A few rows and removals of one collection. */
export const anyDelta: fc.Arbitrary<Delta> = fc
  .tuple(
    fc.constantFrom<Collection>('lists', 'items'),
    fc.array(anyServed, { maxLength: 3 }),
    fc.array(anyRemoval, { maxLength: 2 }),
  )
  .map(([collection, put, removed]) => ({
    collection,
    put: put.filter(({ row }) => collectionOf(row) === collection),
    removed: removed
      .filter(({ row }) => collectionOf(row) === collection)
      .map(({ row, updatedAt }) => ({ id: row.id, updatedAt })),
  }));

/** A random step of a history. It makes its event from the state at that moment. */
type Act = (state: SyncState) => SyncEvent;

const nextChange = (state: SyncState, change: Change): Change => ({
  ...change,
  id: changeId(nextCounter(state, 0), change.id.slice(change.id.indexOf('-') + 1)),
});

const changesAt = (state: SyncState, row: Row): readonly Change[] =>
  changesOf(state.log, collectionOf(row), listOf(row))[row.id] ?? [];

const placeOf = (row: Row) => ({ collection: collectionOf(row), listId: listOf(row), rowId: row.id });

const typing = anyRow
  .chain((row) => anyChangeTo(row, 0))
  .map(
    (change): Act =>
      (state) =>
        syncEvent('sync/changesRecorded', { changes: [nextChange(state, change)] }),
  );

/** What another tab typed, read from the disk. */
const reading = anyRow
  .chain((row) => anyChangeTo(row, 0))
  .map(
    (change): Act =>
      (state) =>
        syncEvent('sync/recordsRead', { ...nothingRead, changes: [nextChange(state, change)] }),
  );

const receiving = anyDelta.map(
  (delta): Act =>
    () =>
      syncEvent('sync/deltaReceived', { delta }),
);

const pulling = fc.tuple(anyDelta, fc.boolean(), fc.nat(20), fc.array(anyRow, { maxLength: 3 })).map(
  ([delta, isWhole, ticks, forget]): Act =>
    () =>
      syncEvent('sync/pulled', {
        delta,
        isWhole,
        cursor: moment(ticks),
        forget: forget.map(({ id }) => id),
        roundStartedAt: ticks,
      }),
);

/** An update is sent with the fields of its changes, none of which is a removal. */
const marking = anyRow.map(
  (row): Act =>
    (state) => {
      const changes = changesAt(state, row);
      const changeIds = changes.map(({ id }) => id);
      const fields: Fields = Object.assign({}, ...changes.map(({ data }) => data));
      const isUpdate = changes.length > 0 && changes.every(({ type }) => type !== 'remove');
      if (!isUpdate) return syncEvent('sync/writesForgotten', { rowIds: [row.id] });
      return syncEvent('sync/rowSent', {
        write: { ...placeOf(row), kind: 'update', fields, changeIds, key: newest(changeIds) },
      });
    },
);

const settling = fc.tuple(anyRow, fc.nat(3), anyDelta).map(
  ([row, count, delta]): Act =>
    (state) => {
      const changeIds = changesAt(state, row)
        .slice(0, count)
        .map(({ id }) => id);
      return syncEvent('sync/rowSettled', { ...placeOf(row), changeIds, delta });
    },
);

const refusing = fc.tuple(anyRow, fc.nat(3)).map(
  ([row, count]): Act =>
    (state) => {
      const changes = changesAt(state, row).slice(0, count);
      const changeIds = changes.map(({ id }) => id);
      return syncEvent('sync/rowRefused', { ...placeOf(row), changeIds, changes, status: 400, message: '', time: 0 });
    },
);

const dropping = fc.constant<Act>((state) =>
  syncEvent('sync/changesDropped', { dropped: planPush(state, planOptions).dropped }),
);

/** A read of the whole disk, which holds everything that the tab knows. */
const reloading = fc.boolean().map(
  (isMerged): Act =>
    (state) =>
      syncEvent('sync/recordsRead', wholeReadingOf(state, isMerged)),
);

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: typing },
  { weight: 2, arbitrary: reading },
  { weight: 4, arbitrary: receiving },
  { weight: 2, arbitrary: pulling },
  { weight: 2, arbitrary: marking },
  { weight: 2, arbitrary: settling },
  { weight: 1, arbitrary: refusing },
  { weight: 1, arbitrary: dropping },
  { weight: 1, arbitrary: reloading },
);

/** A history that can begin in any state. */
export const anyHistory = fc.array(anyAct, { maxLength: 40, size: 'max' });
