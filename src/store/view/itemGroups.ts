import type { ItemId, ListId } from '../../contract/ids';
import { hasSameFields, type ItemRow } from '../../contract/records';
import { type ListSummary, summarise } from '../../domain/listSummary';
import type { TableView } from '../../sync/model/syncState';
import type { RootState } from '../state/rootReducer';
import { selectItems } from './viewSelectors';

/** What screens read of a whole list. A table is divided once per change, and equal results keep their identity. */

type Items = TableView<ItemRow>;

export interface ItemGroups {
  readonly open: readonly ItemId[];
  readonly done: readonly ItemId[];
}

const keepIfSame = <Value>(before: readonly Value[] | undefined, now: readonly Value[]): readonly Value[] =>
  before?.length === now.length && before.every((value, index) => value === now[index]) ? before : now;

/** Computes once per table and caches the result with the table. Reuses equal parts of the list's previous table. */
const perTable = <Value>(compute: (table: Items, before: Value | undefined) => Value) => {
  const known = new WeakMap<Items, Value>();
  const last = new Map<ListId, Value>();
  return (state: RootState, listId: ListId): Value => {
    const table = selectItems(state, listId);
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

/** Open and bought items of a list. The same object while neither their order nor their sections change. */
export const selectItemGroups = perTable<ItemGroups>(groupItems);

/** Open items before bought ones, in the list's order. */
const inShownOrder = ({ ids, rows }: Items): ItemRow[] => {
  const items = ids.flatMap((id) => rows[id] ?? []);
  return [...items.filter(({ done }) => !done), ...items.filter(({ done }) => done)];
};

const summariseTable = (table: Items, before: ListSummary | undefined): ListSummary => {
  const now = summarise(inShownOrder(table));
  return before && hasSameFields(before, now) ? before : now;
};

/** Totals, the empty flag and the joined descriptions of a list. */
export const selectSummary = perTable<ListSummary>(summariseTable);
