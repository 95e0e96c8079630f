import type { ChangeId } from '../contract/ids';
import { replacedChanges } from '../sync/record';
import type { Change, Dropped, Log } from '../sync/syncState';

/** Changes that were folded into newer ones: still on disk perhaps, as the only copy, until the newer one is there or leaves. */
export interface Folded {
  /** Notes what was folded into which of the changes. */
  note(changes: readonly Change[], replaced: readonly Dropped[]): void;
  /** What stands behind the changes. */
  of(ids: readonly ChangeId[]): readonly Dropped[];
  /** What stood behind the changes is off the disk, or leaves it with them. */
  forget(ids: readonly ChangeId[]): void;
  /** A log that was read, without them: taken beside what they went into, they would outlive it. */
  without(read: Log): Log;
}

export const makeFolded = (): Folded => {
  const behind = new Map<ChangeId, Dropped>();
  return {
    note: (changes, replaced) => {
      for (const { changeIds, ...place } of replaced) {
        const into = changes.findLast(({ rowId }) => rowId === place.rowId);
        const earlier = changeIds.flatMap((id) => behind.get(id)?.changeIds ?? []);
        for (const id of changeIds) behind.delete(id);
        if (into) behind.set(into.id, { ...place, changeIds: [...earlier, ...changeIds] });
      }
    },
    of: (ids) => ids.flatMap((id) => behind.get(id) ?? []),
    forget: (ids) => {
      for (const id of ids) behind.delete(id);
    },
    without: (read) => replacedChanges(read, [...behind.values()]),
  };
};
