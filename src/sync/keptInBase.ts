import type { Base } from './syncState';

/**
 * What base is the only copy of, refusals, offers of lost lists and the record of rounds, out of a stored one that could not be
 * read when this tab began and that it is about to write over. All else the server has told anew, unless it was not asked yet.
 */
export const withKept = (base: Base, stored: Base): Base => ({
  ...(base.cursors.items === null ? stored : base),
  lost: { ...stored.lost, ...base.lost },
  refused: [...stored.refused, ...base.refused],
  operations: [...stored.operations, ...base.operations],
});
