import type { ChangeId } from '../contract/ids';
import type { Change } from '../sync/syncState';
import { isSilent } from './patience';

/** Changes in memory only, until their write is done. What failed is tried again with the next write, and keeps its order. */
export interface UnwrittenChanges {
  /** Begins to write at once. Resolves when these and all that failed before are on disk; rejects when not, and keeps them. */
  put(changes: readonly Change[]): Promise<void>;
  /** They need not be written any more. */
  forget(ids: readonly ChangeId[]): void;
  /** In the order in which they came. */
  all(): readonly Change[];
  /** Whether it is in memory only. */
  has(id: ChangeId): boolean;
  /** Whether this one failed and is not there yet; without an id, whether any did. */
  hasFailed(id?: ChangeId): boolean;
}

/**
 * @param write puts all of the changes on disk, or none
 * @param onWritten told in the order in which they got there
 * @param left those that failed in an earlier session
 */
export const makeUnwrittenChanges = (
  write: (changes: readonly Change[]) => Promise<void>,
  onWritten: (changes: readonly Change[]) => void,
  left: readonly Change[] = [],
): UnwrittenChanges => {
  const waiting = new Map<ChangeId, Change>(left.map((change) => [change.id, change]));
  const failed = new Set<ChangeId>(waiting.keys());

  const forget = (ids: readonly ChangeId[]): void => {
    for (const id of ids) {
      waiting.delete(id);
      failed.delete(id);
    }
  };

  /**
   * A change must not be on disk without the one it stands on: an update without its insert, an item without its list. While
   * that one's own write is on its way, and may fail yet, it goes there with this one too.
   */
  const withGround = (changes: readonly Change[]): Change[] => {
    const rows = new Set<string>(changes.flatMap(({ rowId, listId }) => [rowId, listId]));
    const last = changes.at(-1)?.id;
    const ids = [...waiting.keys()];
    const before = new Set(last ? ids.slice(0, ids.indexOf(last) + 1) : []);
    return [...waiting.values()].filter(({ id, rowId }) => before.has(id) && rows.has(rowId));
  };

  const append = async (batch: readonly Change[]): Promise<void> => {
    // What was settled or folded meanwhile need not go there any more.
    const changes = withGround(batch.filter(({ id }) => waiting.has(id)));
    if (changes.length === 0) return;
    // It begins in this very turn: the page may not live to see the next.
    await write(changes);
    const arrived = changes.filter(({ id }) => waiting.has(id));
    forget(arrived.map(({ id }) => id));
    if (arrived.length) onWritten(arrived);
  };

  return {
    put: async (fresh) => {
      const again = [...waiting.values()].filter(({ id }) => failed.delete(id));
      for (const change of fresh) waiting.set(change.id, change);
      try {
        // On a disk that is nearly full one by one may fit where all together do not.
        const refusals: unknown[] = [];
        for (const batch of [...again.map((change) => [change]), fresh]) {
          await append(batch).catch((error: unknown) => {
            // What does not fit holds up no others; a disk that does not answer is not asked for each of them.
            if (isSilent(error)) throw error;
            refusals.push(error);
          });
        }
        if (refusals.length) throw refusals[0];
      } catch (error) {
        for (const { id } of [...again, ...fresh]) if (waiting.has(id)) failed.add(id);
        throw error;
      }
    },
    forget,
    all: () => [...waiting.values()],
    has: (id) => waiting.has(id),
    hasFailed: (id) => (id ? failed.has(id) : failed.size > 0),
  };
};
