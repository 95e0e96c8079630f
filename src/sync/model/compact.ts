import { changesOfRow } from './changeLog';
import type { Change, Dropped, RowPlace, SyncState } from './syncState';

/** A row with more changes than this is compacted. */
const MOST_CHANGES = 100;

/** The updates at the end of a row's changes. Only these are compacted. */
const lastUpdates = (changes: readonly Change[]): readonly Change[] =>
  changes.slice(changes.findLastIndex(({ type }) => type !== 'update') + 1);

/** The updates of which later ones say every field again. The others keep their ids, and so their order. */
const superseded = (updates: readonly Change[]): readonly Change[] => {
  const said = new Set<string>();
  return updates.toReversed().filter(({ data }) => {
    const names = Object.keys(data);
    const isSaidAgain = names.every((name) => said.has(name));
    for (const name of names) said.add(name);
    return isSaidAgain;
  });
};

/**
 * The changes that rows with too many of them do not need. Rows with an in-flight write are left alone, because the
 * write names its changes.
 * @param unwritten changes that the disk may not have. No other change is dropped for them
 */
export const compaction = (
  { log }: SyncState,
  rows: readonly RowPlace[],
  unwritten: readonly Change[],
): readonly Dropped[] =>
  rows.flatMap(({ collection, listId, rowId }): Dropped[] => {
    const changes = changesOfRow(log, { collection, listId, rowId });
    if (changes.length <= MOST_CHANGES || rowId in log.inFlight) return [];
    const dropped = superseded(lastUpdates(changes.filter((change) => !unwritten.includes(change))));
    return dropped.length ? [{ collection, listId, rowId, changeIds: dropped.map(({ id }) => id) }] : [];
  });
