import type { ItemId } from '../../contract/ids';

/** Which rows are selected, and from where a range reaches. Nothing selected is no selection at all. */
export interface Selection {
  readonly ids: ReadonlySet<ItemId>;
  /** The row that was selected or taken out last. */
  readonly from: ItemId;
}

const selectionOf = (ids: ReadonlySet<ItemId>, from: ItemId): Selection | null => (ids.size > 0 ? { ids, from } : null);

/** Selects a row, or takes it out of the selection. */
export const withToggled = (before: Selection | null, id: ItemId): Selection | null => {
  const ids = new Set(before?.ids);
  if (!ids.delete(id)) ids.add(id);
  return selectionOf(ids, id);
};

/** Selects every row between the last one touched and this one, both included. @param order the rows as they stand on screen */
export const withRange = (before: Selection | null, id: ItemId, order: readonly ItemId[]): Selection => {
  const [one, other] = [order.indexOf(before?.from ?? id), order.indexOf(id)];
  const between = one < 0 ? [id] : order.slice(Math.min(one, other), Math.max(one, other) + 1);
  return { ids: new Set([...(before?.ids ?? []), ...between]), from: id };
};

/** Without the rows that are gone; the same object where none is. */
export const withoutGone = (before: Selection, isThere: (id: ItemId) => boolean): Selection | null => {
  const ids = new Set([...before.ids].filter(isThere));
  return ids.size === before.ids.size ? before : selectionOf(ids, before.from);
};
