import type { ItemId } from '../../contract/ids';

/** The selected rows, and the start of a range. An empty selection is null. */
export interface Selection {
  readonly ids: ReadonlySet<ItemId>;
  /** The row that was selected or deselected last. */
  readonly from: ItemId;
}

const selectionOf = (ids: ReadonlySet<ItemId>, from: ItemId): Selection | null => (ids.size > 0 ? { ids, from } : null);

/** Selects a row, or deselects it. */
export const withToggled = (before: Selection | null, id: ItemId): Selection | null => {
  const ids = new Set(before?.ids);
  if (!ids.delete(id)) ids.add(id);
  return selectionOf(ids, id);
};

/**
 * Selects every row from the last one used to this one.
 * @param order all rows in the order on screen
 */
export const withRange = (before: Selection | null, id: ItemId, order: readonly ItemId[]): Selection => {
  const [one, other] = [order.indexOf(before?.from ?? id), order.indexOf(id)];
  const between = one < 0 ? [id] : order.slice(Math.min(one, other), Math.max(one, other) + 1);
  return { ids: new Set([...(before?.ids ?? []), ...between]), from: id };
};

/** The selected rows in the order on screen, not in the order in which they were selected. */
export const chosenOf = ({ ids }: Selection, order: readonly ItemId[]): ItemId[] => order.filter((id) => ids.has(id));

/** Removes rows that are gone. Returns the same object when none is gone. Tab reaches the start of a range, so it stays. */
export const withoutGone = (before: Selection, isThere: (id: ItemId) => boolean): Selection | null => {
  const there = [...before.ids].filter(isThere);
  const from = isThere(before.from) ? before.from : there.at(-1);
  if (there.length === before.ids.size && from === before.from) return before;
  return from ? selectionOf(new Set(there), from) : null;
};
