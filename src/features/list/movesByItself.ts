import { FIELDS } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';

/** The inputs that decide the order and height of a list's rows. */
export interface ListSnapshot {
  /** The server's rows. A new object means that the server sent something. */
  readonly told: unknown;
  readonly items: Readonly<Record<ItemId, ItemRow>>;
  /** How many times delayed rows have moved. */
  readonly moves: number;
}

const NAMES = Object.keys(FIELDS.items) as (keyof typeof FIELDS.items)[];

const looksEqual = (a: ItemRow | undefined, b: ItemRow | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && NAMES.every((name) => a[name] === b[name]));

/** True when rows appear, disappear or change for another reason than this person's own action. */
export const movesByItself = (before: ListSnapshot, now: ListSnapshot): boolean => {
  if (before.moves !== now.moves) return true;
  if (before.told === now.told || before.items === now.items) return false;
  const ids = new Set([...Object.keys(before.items), ...Object.keys(now.items)] as ItemId[]);
  return [...ids].some((id) => !looksEqual(before.items[id], now.items[id]));
};
