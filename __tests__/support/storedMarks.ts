import type { RowId } from '../../src/contract/ids';
import { withStoredMark } from '../../src/sync/markRow';
import type { Log, Mark, WriteKey } from '../../src/sync/syncState';

/** The marks of a simulated disk, as the product's log keeps them: one record for each row and key. */
export const makeStoredMarks = () => {
  let marks: readonly Mark[] = [];
  const remove = (rowId: RowId, keys: readonly WriteKey[]): void => {
    marks = marks.filter((mark) => mark.rowId !== rowId || !keys.includes(mark.key));
  };
  return {
    put: (mark: Mark): void => {
      remove(mark.rowId, [mark.key]);
      marks = [...marks, mark].sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    remove,
    over: (log: Log): Log => marks.reduce(withStoredMark, log),
  };
};
