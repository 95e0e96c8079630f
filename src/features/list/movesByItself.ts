import { FIELDS } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';

/** What decides where a list's rows stand and how high they are. */
export interface ListLook {
  /** The server's rows, by identity: another object when the server said something. */
  readonly told: unknown;
  readonly items: Readonly<Record<ItemId, ItemRow>>;
  /** How many times rows that had waited moved. */
  readonly moves: number;
}

const NAMES = Object.keys(FIELDS.items) as (keyof typeof FIELDS.items)[];

const looksAlike = (a: ItemRow | undefined, b: ItemRow | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && NAMES.every((name) => a[name] === b[name]));

/** True when rows come, go or change their looks for another reason than an act of the person at this screen. */
export const movesByItself = (before: ListLook, now: ListLook): boolean => {
  if (before.moves !== now.moves) return true;
  if (before.told === now.told || before.items === now.items) return false;
  const ids = new Set([...Object.keys(before.items), ...Object.keys(now.items)] as ItemId[]);
  return [...ids].some((id) => !looksAlike(before.items[id], now.items[id]));
};
