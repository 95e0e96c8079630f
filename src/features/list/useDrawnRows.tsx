import { type ReactElement, useMemo } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemRow as Item } from '../../contract/records';
import { ItemRow, type ItemRowProps } from './ItemRow';
import type { RowWords } from './rowWords';
import type { Selection } from './selection';
import type { EditedRow } from './useHeldRow';

export type DrawnRow = ReactElement<ItemRowProps>;
export type DrawnRows = Map<ItemId, DrawnRow>;

interface RowSources {
  readonly items: Readonly<Record<ItemId, Item>>;
  readonly words: RowWords;
  readonly held: EditedRow | null;
  readonly hinted: ReadonlySet<ItemId>;
  readonly selection: Selection | null;
}

const isSame = (a: ItemRowProps, b: ItemRowProps): boolean =>
  (Object.keys(b) as (keyof ItemRowProps)[]).every((name) => a[name] === b[name]);

/**
 * The elements of a section's rows, the same ones while nothing in them changes: React passes over an element it has seen
 * before faster than over an equal one, which is felt with 2,000 rows. A row someone types in outlives its item's removal
 * elsewhere until they leave it: it is drawn with the item as it was last.
 */
export const useDrawnRows = (
  ids: readonly ItemId[],
  { items, words, held, hinted, selection }: RowSources,
): DrawnRows => {
  const known = useMemo(() => ({ words, rows: new Map() as DrawnRows }), [words]);
  for (const id of ids) {
    const before = known.rows.get(id);
    const is = before?.props;
    const item = items[id] ?? is?.item;
    if (!item) continue;
    const hasHints = hinted.has(id);
    const focusedField = held?.id === id ? held.field : null;
    const isChosen = selection?.ids.has(id) ?? null;
    const isEntry = selection?.from === id;
    const now = { item, words, hasHints, focusedField, isChosen, isEntry };
    if (is && isSame(is, now)) continue;
    known.rows.set(id, <ItemRow key={id} {...now} />);
  }
  return known.rows;
};
