import { changesOfRow } from './changeLog';
import type { Compacted } from './syncEvents';
import type { Change, Dropped, RowPlace, SyncState } from './syncState';

/** A row may have so many changes before few take the place of many. */
const MOST_CHANGES = 100;

/** The updates at the end of a row's changes. */
const lastUpdates = (changes: readonly Change[]): readonly Change[] =>
  changes.slice(changes.findLastIndex(({ type }) => type !== 'update') + 1);

/**
 * Each field as its last update says it, under that one's own id: what another tab did and is not read yet stands above or below
 * it as it did before.
 */
const lastWords = (updates: readonly Change[]): readonly Change[] => {
  const said = new Set<string>();
  return updates.toReversed().flatMap((update) => {
    const data = Object.fromEntries(Object.entries(update.data).filter(([name]) => !said.has(name)));
    for (const name of Object.keys(data)) said.add(name);
    return Object.keys(data).length ? [{ ...update, data }] : [];
  });
};

/** The rows that have too many changes, with few in the place of many. One with an unanswered write is left alone: that names its changes. */
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
