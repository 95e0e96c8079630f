import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';

/**
 * Ticked rows keep their place for a moment, so that rows do not move under a thumb that ticks several. Then all of
 * them move together.
 */
export interface DelayedMoves {
  /** The groups that this state was computed from. */
  readonly groups: ItemGroups;
  readonly waiting: ReadonlySet<ItemId>;
  /** How many times delayed rows have moved. */
  readonly moves: number;
}

const NO_IDS: ReadonlySet<ItemId> = new Set();

export const withoutDelays = (groups: ItemGroups): DelayedMoves => ({ groups, waiting: NO_IDS, moves: 0 });

/** Items that were open before and are done now, whoever ticked them. */
const ticked = (before: ItemGroups, now: ItemGroups): ItemId[] => {
  if (before.done === now.done) return [];
  const wasOpen = new Set(before.open);
  return now.done.filter((id) => wasOpen.has(id));
};

const onlyDone = (ids: ReadonlySet<ItemId>, done: ReadonlySet<ItemId>): ReadonlySet<ItemId> => {
  const remaining = [...ids].filter((id) => done.has(id));
  return remaining.length === ids.size ? ids : new Set(remaining);
};

/** Applies new groups. Newly ticked items are delayed too; unticked or removed items are no longer delayed. */
export const withGroups = (before: DelayedMoves, groups: ItemGroups): DelayedMoves => {
  const done = new Set(groups.done);
  const waiting = onlyDone(before.waiting, done);
  const added = ticked(before.groups, groups);
  return {
    ...before,
    groups,
    waiting: added.length ? new Set([...waiting, ...added]) : waiting,
  };
};

/** The delay is over: all delayed rows move to their sections. */
export const endDelay = (before: DelayedMoves): DelayedMoves => ({
  ...before,
  waiting: NO_IDS,
  moves: before.moves + 1,
});

/** Delays one more item: another device ticked it while the person typed in it, and the person has left the field. */
export const delayAlso = (before: DelayedMoves, id: ItemId): DelayedMoves => ({
  ...before,
  waiting: new Set([...before.waiting, id]),
});
