import { changesOfRow } from './changeLog';
import type { Compacted } from './syncEvents';
import type { Change, Dropped, RowPlace, SyncState } from './syncState';

/** A row with more changes than this is compacted. */
const MOST_CHANGES = 100;

/** The updates at the end of a row's changes. Only these are compacted. */
const lastUpdates = (changes: readonly Change[]): readonly Change[] =>
  changes.slice(changes.findLastIndex(({ type }) => type !== 'update') + 1);

/**
 * Keeps the last update of each field, under its own id. So changes of another tab that were not read yet keep their
 * order relative to it.
 */
const lastWords = (updates: readonly Change[]): readonly Change[] => {
  const said = new Set<string>();
  return updates.toReversed().flatMap((update) => {
    const data = Object.fromEntries(Object.entries(update.data).filter(([name]) => !said.has(name)));
    for (const name of Object.keys(data)) said.add(name);
    return Object.keys(data).length ? [{ ...update, data }] : [];
  });
};

/**
 * Compacts the rows with too many changes, except rows with an in-flight write, because the write names its changes.
 */
export const compaction = ({ log }: SyncState, rows: readonly RowPlace[]): Compacted | null => {
  const dropped: Dropped[] = [];
  const merged: Change[] = [];
  for (const { collection, listId, rowId } of rows) {
    const changes = changesOfRow(log, { collection, listId, rowId });
    if (changes.length <= MOST_CHANGES || rowId in log.inFlight) continue;
    const updates = lastUpdates(changes);
    const words = lastWords(updates);
    if (words.length === updates.length) continue;
    dropped.push({ collection, listId, rowId, changeIds: updates.map(({ id }) => id) });
    merged.push(...words);
  }
  return merged.length ? { dropped, changes: merged } : null;
};
