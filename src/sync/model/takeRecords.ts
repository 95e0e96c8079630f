import type { RowId } from '../../contract/ids';
import { COLLECTIONS } from '../../contract/records';
import { changesNamed, insertChanges, withoutOnly, withoutWrites, withRefusal, withWrite } from './changeLog';
import { integrate } from './integrate';
import type { ReadRecords } from './syncEvents';
import { type Base, type Delta, emptyLog, type Log, refusalId, rowsOf, type SyncState } from './syncState';

/** Merges what was read from the disk into the state of a tab. */

/** Refusals name their changes, which are among the others. */
const takeRefusals = (log: Log, { refusals, removedRefusals }: ReadRecords): Log => {
  const gone = new Set(removedRefusals);
  const remaining = gone.size
    ? { ...log, refusals: log.refusals.filter((refusal) => !gone.has(refusalId(refusal))) }
    : log;
  return [...refusals]
    .sort((a, b) => a.time - b.time)
    .reduce(
      (known, { changeIds, ...reason }) => withRefusal(known, { ...reason, changes: changesNamed(known, changeIds) }),
      remaining,
    );
};

const takeLog = (log: Log, read: ReadRecords): Log => {
  const refused = new Set(log.refusals.flatMap(({ changes }) => changes.map(({ id }) => id)));
  const put = insertChanges(
    log,
    read.changes.filter(({ id }) => !refused.has(id)),
  );
  const removed = changesNamed(put, read.removedChanges).map((change) => ({ ...change, changeIds: [change.id] }));
  const remaining = withoutOnly(put, removed);
  const withWrites = read.inFlight.reduce(withWrite, withoutWrites(remaining, read.removedWrites));
  return takeRefusals(withWrites, read);
};

const removals = (tombstones: Readonly<Record<RowId, string>>) =>
  Object.entries<string>(tombstones).map(([id, updatedAt]) => ({ id: id as RowId, updatedAt }));

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? null : a < b ? a : b;

/**
 * Merges two bases, with the newer version of each row: for a tab that pulled before it could read, or without locks.
 */
const mergeBase = (state: SyncState, read: Base): Base => {
  const deltas = COLLECTIONS.map(
    (collection): Delta => ({
      collection,
      put: rowsOf(read, collection),
      removed: removals(read.tombstones[collection]),
    }),
  );
  const { base } = deltas.reduce(integrate, state);
  const cursors = {
    lists: earlier(base.cursors.lists, read.cursors.lists),
    items: earlier(base.cursors.items, read.cursors.items),
  };
  return { ...base, cursors, removedLists: { ...read.removedLists, ...base.removedLists } };
};

const hasPulled = ({ cursors }: Base): boolean => cursors.lists !== null || cursors.items !== null;

export const takeRecords = (state: SyncState, read: ReadRecords): SyncState => {
  // The counter never goes back, so that this tab never uses an id twice.
  const log = takeLog(read.isWhole ? { ...emptyLog, counter: state.log.counter } : state.log, read);
  const next = { ...state, log };
  if (!read.base) return next;
  return { log, base: read.isMerged && hasPulled(state.base) ? mergeBase(next, read.base) : read.base };
};
