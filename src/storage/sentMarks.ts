import type { ChangeId, RowId } from '../contract/ids';
import { joinMarks } from '../sync/markRow';
import { withMark } from '../sync/record';
import type { Change, Log, Mark, WriteKey } from '../sync/syncState';
import type { DiskWrite, UserDatabase } from './userDatabase';

/**
 * Marks that are perhaps on no disk, or not for long: this tab's own, whose write still runs or failed or that stand there without
 * their changes, and those of others. A reading of the disk must not make the tab forget them.
 */
export interface SentMarks {
  /** Resolves when the mark is on disk, in the place of those that are `replaced`; rejects when not, and remembers it. */
  put(mark: Mark, replaced?: readonly WriteKey[]): Promise<void>;
  /** Tries again what this tab could not write. */
  retry(): Promise<void>;
  hasFailed(): boolean;
  /** What goes to the disk with these changes: those of them that were sent and may not be there. */
  with(changes: readonly Change[]): Required<Pick<DiskWrite, 'marks' | 'removedMarks'>>;
  /** They are on disk with their changes. */
  written(marks: readonly Mark[]): void;
  /** Another tab marked the row. */
  hear(mark: Mark): void;
  /** The row was answered. */
  forget(rowId: RowId): void;
  /** A log that was read, with them; what stands there as well needs no remembering. */
  over(read: Log): Log;
  all(): readonly Mark[];
}

/**
 * @param isUnwritten whether this tab alone holds the change: a mark that names one is kept also where it is on disk, because
 * others, who see nothing that it is for, write theirs over it or take it away
 */
export const makeSentMarks = (
  database: Pick<UserDatabase, 'commit'>,
  left: readonly Mark[],
  isUnwritten: (id: ChangeId) => boolean = () => false,
): SentMarks => {
  const marks = new Map<RowId, Mark>(left.map((mark) => [mark.rowId, mark]));

  /** The rows whose mark is not there yet, and the keys of those it is to take the place of when it gets there. */
  const failed = new Map<RowId, readonly WriteKey[]>();

  const write = async (mark: Mark, replaced = failed.get(mark.rowId) ?? []): Promise<void> => {
    failed.set(mark.rowId, replaced);
    await database.commit({ marks: [mark], removedMarks: [{ rowId: mark.rowId, markKeys: replaced }] });
    settle(mark);
  };

  const settle = (mark: Mark): void => {
    if (marks.get(mark.rowId) !== mark) return;
    failed.delete(mark.rowId);
    if (!mark.changeIds.some(isUnwritten)) forget(mark.rowId);
  };

  const forget = (rowId: RowId): void => {
    marks.delete(rowId);
    failed.delete(rowId);
  };

  return {
    put: (mark, replaced) => {
      marks.set(mark.rowId, mark);
      return write(mark, replaced);
    },
    with: (changes) => {
      const ids = new Set<ChangeId>(changes.map(({ id }) => id));
      const sent = [...marks.values()].filter(({ changeIds }) => changeIds.some((id) => ids.has(id)));
      return { marks: sent, removedMarks: sent.map(({ rowId }) => ({ rowId, markKeys: failed.get(rowId) ?? [] })) };
    },
    written: (sent) => sent.forEach(settle),
    retry: async () => {
      const again = [...marks.values()].filter(({ rowId }) => failed.has(rowId));
      // On a disk that is nearly full one by one may fit where all together do not.
      const ends = await Promise.allSettled(again.map((mark) => write(mark)));
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
    hasFailed: () => failed.size > 0,
    hear: (mark) => {
      if (marks.get(mark.rowId) !== mark) forget(mark.rowId);
      marks.set(mark.rowId, mark);
    },
    forget,
    over: (read) => {
      for (const { rowId, key, changeIds } of marks.values()) {
        const isThere = !failed.has(rowId) && read.marks[rowId]?.key === key;
        if (isThere && !changeIds.some(isUnwritten)) marks.delete(rowId);
      }
      return [...marks.values()].reduce((known, mark) => {
        const stored = known.marks[mark.rowId];
        return withMark(known, stored && stored.key > mark.key ? joinMarks(known, mark, stored) : mark);
      }, read);
    },
    all: () => [...marks.values()],
  };
};
