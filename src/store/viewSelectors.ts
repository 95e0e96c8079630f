import type { ItemId, ListId } from '../contract/ids';
import type { ItemRow, ListRow } from '../contract/records';
import { type ListSummary, summarise } from '../domain/listSummary';
import { emptyTable, type SyncState, type TableView } from '../sync/syncState';
import { countUnsent } from '../sync/unsent';
import type { RootState } from './rootReducer';

/** What screens read. A row selects itself by id; tables are cut up once per change, and equal results keep their identity. */

type Items = TableView<ItemRow>;
const noItems: Items = emptyTable;

const itemsOf = (state: RootState, listId: ListId): Items => state.items[listId] ?? noItems;

/** Ids of all lists, in order of creation. */
export const selectListIds = (state: RootState): readonly ListId[] => state.lists.ids;
export const selectList = (state: RootState, id: ListId): ListRow | undefined => state.lists.rows[id];
export const selectItem = (state: RootState, listId: ListId, id: ItemId): ItemRow | undefined =>
  itemsOf(state, listId).rows[id];
/** A list's items by id; the same object while none of them changes. */
export const selectItemRows = (state: RootState, listId: ListId): Readonly<Record<ItemId, ItemRow>> =>
  itemsOf(state, listId).rows;
/** Ids of a list's items, open and done, in order of creation. */
export const selectItemIds = (state: RootState, listId: ListId): readonly ItemId[] => itemsOf(state, listId).ids;

export interface ItemGroups {
  readonly open: readonly ItemId[];
  readonly done: readonly ItemId[];
}

const keepIfSame = <Value>(before: readonly Value[] | undefined, now: readonly Value[]): readonly Value[] =>
  before?.length === now.length && before.every((value, index) => value === now[index]) ? before : now;

/** One computation per table, remembered with the table itself, and its parts reused from the list's last table. */
const perTable = <Value>(compute: (table: Items, before: Value | undefined) => Value) => {
  const known = new WeakMap<Items, Value>();
  const last = new Map<ListId, Value>();
  return (state: RootState, listId: ListId): Value => {
    const table = itemsOf(state, listId);
    const cached = known.get(table);
    if (cached !== undefined) return cached;
    const value = compute(table, last.get(listId));
    known.set(table, value);
    last.set(listId, value);
    return value;
  };
};

const groupItems = ({ ids, rows }: Items, before: ItemGroups | undefined): ItemGroups => {
  const open = keepIfSame(
    before?.open,
    ids.filter((id) => !rows[id]?.done),
  );
  const done = keepIfSame(
    before?.done,
    ids.filter((id) => rows[id]?.done),
  );
  return before && open === before.open && done === before.done ? before : { open, done };
};

/** Open and done items of a list; the same object while neither order nor membership changes. */
export const selectItemGroups = perTable<ItemGroups>(groupItems);

/** Open items before done ones, each in order of creation, as everywhere. */
const inShownOrder = ({ ids, rows }: Items): ItemRow[] => {
  const items = ids.flatMap((id) => rows[id] ?? []);
  return [...items.filter(({ done }) => !done), ...items.filter(({ done }) => done)];
};

const summariseTable = (table: Items, before: ListSummary | undefined): ListSummary => {
  const now = summarise(inShownOrder(table));
  const isSame =
    before &&
    before.total === now.total &&
    before.done === now.done &&
    before.isEmpty === now.isEmpty &&
    before.description === now.description;
  return isSame ? before : now;
};

/** Totals, the empty flag and the joined descriptions of a list. */
export const selectSummary = perTable<ListSummary>(summariseTable);

const counts = new WeakMap<SyncState, number>();

/** How many rows wait to reach the server. */
export const selectUnsentCount = ({ data }: RootState): number => {
  const known = counts.get(data);
  if (known !== undefined) return known;
  const count = countUnsent(data);
  counts.set(data, count);
  return count;
};

/** Lists removed elsewhere with unsent additions of this device. */
export const selectLostLists = (state: RootState) => state.data.base.lost;
export const selectRefusals = (state: RootState) => state.data.base.refused;
export const selectOperations = (state: RootState) => state.data.base.operations;
/** True once the server's lists were read at least once on this device. */
export const selectHasPulled = (state: RootState): boolean =>
  state.data.base.cursors.lists !== null && state.data.base.cursors.items !== null;
