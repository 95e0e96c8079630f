import { type ItemText, isBlank } from '../contract/fields';
import type { ItemRow } from '../contract/records';

export interface ListSummary {
  /** The number of all items, blank ones included. */
  readonly total: number;
  readonly done: number;
  /** No items, or only blank ones. */
  readonly isEmpty: boolean;
  /** The trimmed, non-empty descriptions, joined by ', ' in the given order; '' if there are none. */
  readonly description: string;
}

/** What the overview shows about one list. */
export const summarise = (rows: readonly Pick<ItemRow, ItemText | 'done'>[]): ListSummary => ({
  total: rows.length,
  done: rows.filter((row) => row.done).length,
  isEmpty: rows.every(isBlank),
  description: rows
    .map((row) => row.description.trim())
    .filter((description) => description !== '')
    .join(', '),
});
