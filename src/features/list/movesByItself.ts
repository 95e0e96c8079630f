import { FIELDS } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import type { ListMoment } from '../../store/view/remoteChanges';

/** What decides the order and height of a list's rows. */
export interface DrawnList extends ListMoment {
  /** How many times delayed rows have moved. */
  readonly moves: number;
}

const NAMES = Object.keys(FIELDS.items) as (keyof typeof FIELDS.items)[];

const looksEqual = (a: ItemRow | undefined, b: ItemRow | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && NAMES.every((name) => a[name] === b[name]));

/** True when rows appear, disappear or change for another reason than this person's own action. */
export const movesByItself = (before: DrawnList, now: DrawnList): boolean => {
  if (before.moves !== now.moves) return true;
  if (before.serverRows === now.serverRows || before.items === now.items) return false;
  const ids = new Set([...Object.keys(before.items), ...Object.keys(now.items)] as ItemId[]);
  return [...ids].some((id) => !looksEqual(before.items[id], now.items[id]));
};
