import type { Dropped } from './syncState';
import { type Change, changesOf, type RowPlace, type SyncState } from './syncState';

const changesOfRow = (state: SyncState, place: RowPlace): readonly Change[] =>
  changesOf(state.log, place.collection, place.listId)[place.rowId] ?? [];

/** What recording changed in the log: new changes to put on disk, and those they were folded from. */
export const recordedChanges = (
  before: SyncState,
  after: SyncState,
  changes: readonly Change[],
): { readonly put: Change[]; readonly replaced: Dropped[] } => {
  const put: Change[] = [];
  const replaced: Dropped[] = [];
  for (const { id, collection, rowId, listId } of changes) {
    const place = { collection, rowId, listId };
    const now = changesOfRow(after, place);
    const recorded = now.find((change) => change.id === id);
    if (recorded) put.push(recorded);
    const left = changesOfRow(before, place).filter((change) => !now.some((kept) => kept.id === change.id));
    if (left.length) replaced.push({ ...place, changeIds: left.map((change) => change.id) });
  }
  return { put, replaced };
};
