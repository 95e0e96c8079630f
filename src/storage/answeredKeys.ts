import type { RowId } from '../contract/ids';
import type { Mark, WriteKey } from '../sync/syncState';

/**
 * Under which keys marks of a row stand on disk that one answer settles: the write's own, and those of the writes it took along,
 * where theirs could not be replaced. A mark that names nothing known here is its author's, who may write its change any moment.
 */
export interface AnsweredKeys {
  /** A write is marked, over the row's mark before. Returns the keys whose place it takes. */
  mark(sent: Mark, before: Mark | undefined): readonly WriteKey[];
  /** The row's mark was answered; returns all that is to go with it. */
  settle(rowId: RowId, answered: Mark | undefined): readonly WriteKey[];
}

export const makeAnsweredKeys = (): AnsweredKeys => {
  const rows = new Map<RowId, ReadonlySet<WriteKey>>();
  const keysOf = (rowId: RowId, ...marks: readonly (Mark | undefined)[]): Set<WriteKey> =>
    new Set([...(rows.get(rowId) ?? []), ...marks.flatMap((mark) => (mark?.changeIds.length ? [mark.key] : []))]);

  return {
    mark: (sent, before) => {
      const keys = keysOf(sent.rowId, before, sent);
      rows.set(sent.rowId, keys);
      return [...keys].filter((key) => key !== sent.key);
    },
    settle: (rowId, answered) => {
      const keys = keysOf(rowId, answered);
      rows.delete(rowId);
      return [...keys];
    },
  };
};
