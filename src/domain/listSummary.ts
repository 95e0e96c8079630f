import type { ItemText } from '../contract/fields';
import type { ItemRow } from '../contract/records';
import { isBlank } from './itemOrder';

export interface ListSummary {
  /** All items, blank ones too. */
  readonly total: number;
  readonly done: number;
  /** No items, or only blank ones. */
  readonly isEmpty: boolean;
  /** The trimmed, non-empty descriptions joined by ', ', in the order given; '' where there are none. */
  readonly description: string;
}

/** What the overview says about one list. */
export const summarise = (rows: readonly Pick<ItemRow, ItemText | 'done'>[]): ListSummary => ({
  total: rows.length,
  done: rows.filter((row) => row.done).length,
  isEmpty: rows.every(isBlank),
  description: rows
    .map((row) => row.description.trim())
    .filter((description) => description !== '')
    .join(', '),
});
