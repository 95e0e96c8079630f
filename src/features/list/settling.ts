import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/viewSelectors';

/**
 * Ticked rows keep their place for a while, so that rows do not slide under a thumb that ticks several: first they wait, then
 * they all leave together.
 */
export interface Settling {
  /** The groups this was computed from. */
  readonly groups: ItemGroups;
  readonly waiting: ReadonlySet<ItemId>;
  readonly leaving: ReadonlySet<ItemId>;
}

export const NOBODY: ReadonlySet<ItemId> = new Set();

export const settled = (groups: ItemGroups): Settling => ({ groups, waiting: NOBODY, leaving: NOBODY });

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
    groups,
    waiting: added.length ? new Set([...waiting, ...added]) : waiting,
    leaving: onlyDone(before.leaving, done),
  };
};

export const startLeaving = (before: Settling): Settling => ({
  ...before,
  waiting: NOBODY,
  leaving: new Set([...before.leaving, ...before.waiting]),
});

export const endLeaving = (before: Settling): Settling => ({ ...before, leaving: NOBODY });

/** An item that was ticked elsewhere while one typed in it begins to wait once its field is left. */
export const waitAlso = (before: Settling, id: ItemId): Settling => ({
  ...before,
  waiting: new Set([...before.waiting, id]),
});
