import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';

/**
 * Ticked rows keep their place for a while, so that rows do not slide under a thumb that ticks several: they wait, and then
 * all move together.
 */
export interface Settling {
  /** The groups this was computed from. */
  readonly groups: ItemGroups;
  readonly waiting: ReadonlySet<ItemId>;
  /** How many times rows that had waited moved. */
  readonly moves: number;
}

export const NOBODY: ReadonlySet<ItemId> = new Set();

export const settled = (groups: ItemGroups): Settling => ({ groups, waiting: NOBODY, moves: 0 });

/** Items that were open and are done now, whoever ticked them. */
const ticked = (before: ItemGroups, now: ItemGroups): ItemId[] => {
  if (before.done === now.done) return [];
  const wasOpen = new Set(before.open);
  return now.done.filter((id) => wasOpen.has(id));
};

const onlyDone = (ids: ReadonlySet<ItemId>, done: ReadonlySet<ItemId>): ReadonlySet<ItemId> => {
  const left = [...ids].filter((id) => done.has(id));
  return left.length === ids.size ? ids : new Set(left);
};

/** Takes in new groups: what was ticked joins those that wait, what was unticked or removed is free at once. */
export const withGroups = (before: Settling, groups: ItemGroups): Settling => {
  const done = new Set(groups.done);
  const waiting = onlyDone(before.waiting, done);
  const added = ticked(before.groups, groups);
  return {
    ...before,
    groups,
    waiting: added.length ? new Set([...waiting, ...added]) : waiting,
  };
};

/** The wait is over: the rows stand where they belong. */
export const endWait = (before: Settling): Settling => ({ ...before, waiting: NOBODY, moves: before.moves + 1 });

/** An item that was ticked elsewhere while one typed in it begins to wait once its field is left. */
export const waitAlso = (before: Settling, id: ItemId): Settling => ({
  ...before,
  waiting: new Set([...before.waiting, id]),
});
