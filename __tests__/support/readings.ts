import { logDifferences, logPartOf } from '../../src/storage/logRecords';
import type { ReadRecords } from '../../src/sync/model/syncEvents';
import { emptyLog, type Log, type SyncState } from '../../src/sync/model/syncState';

/** What a tab reads from its disk: `readingOf(known, stored)`, `wholeReadingOf(state)`. */

const { damaged: _, ...nothing } = logPartOf([]);

/** A read without any news. */
export const nothingRead: ReadRecords = { ...nothing, isWhole: false, base: null, isMerged: false };

/** What a tab that knows the first log reads from a disk that holds the second. */
export const readingOf = (known: Log, stored: Log): ReadRecords => {
  const { damaged, ...part } = logPartOf(logDifferences(known, stored));
  if (damaged) throw new Error(`${damaged} damaged records`);
  return { ...nothingRead, ...part };
};

/** A read of the whole disk that holds the state. */
export const wholeReadingOf = ({ base, log }: SyncState, isMerged = false): ReadRecords => ({
  ...readingOf(emptyLog, log),
  isWhole: true,
  base,
  isMerged,
});
