import type { RowId } from '../contract/ids';
import { integrate } from './integrate';
import { naming } from './markRow';
import { allChanges, type Base, type Log, type Mark, type SyncState } from './syncState';

/** What was read from the disk, taken into what a tab knows. */

/** A mark whose row has no change left is a leftover of a death between two writes: its answer came. */
const withoutLeftovers = (log: Log): Log => {
  const changes = allChanges(log);
  const rows = new Set<RowId>(changes.map(({ rowId }) => rowId));
  const ids = new Set(changes.map(({ id }) => id));
  const marks = Object.entries<Mark>(log.marks).filter(([, { rowId }]) => rows.has(rowId));
  return { ...log, marks: Object.fromEntries(marks.map(([rowId, mark]) => [rowId, naming(mark, ids)])) };
};

const hasSameRecords = (a: Log, b: Log): boolean => {
  const names = (log: Log): string =>
    JSON.stringify([
      allChanges(log).map(({ id }) => id),
      Object.values<Mark>(log.marks)
        .map(({ key }) => key)
        .sort(),
    ]);
  return names(a) === names(b);
};

/** Base and log as read from the disk, under what this tab knows: newer rows win, and only the given changes remain. */
export const takeStored = (state: SyncState, read: { readonly base: Base | null; readonly log: Log }): SyncState => {
  // The disk may know less of how far this tab has counted: an id that was given is not given again.
  const lamport = Math.max(state.base.lamport, state.log.lamport, read.log.lamport);
  const stored = { ...read, log: { ...withoutLeftovers(read.log), lamport } };
  if (!stored.base) return hasSameRecords(state.log, stored.log) ? state : { ...state, log: stored.log };
  if (state.base.roundStartedAt === null && Object.keys(state.base.lists).length === 0) {
    return { base: stored.base, log: stored.log };
  }
  const { base } = stored;
  const lists = { collection: 'lists', put: Object.values(base.lists), removed: removals(base.gone.lists) } as const;
  const rows = Object.values(base.items).flatMap((bucket) => Object.values(bucket));
  const items = { collection: 'items', put: rows, removed: removals(base.gone.items) } as const;
  const merged = integrate(integrate({ ...state, log: stored.log }, lists), items);
  return {
    log: stored.log,
    base: {
      ...merged.base,
      cursors: base.cursors,
      roundStartedAt: base.roundStartedAt,
      lost: base.lost,
      refused: base.refused,
      lamport: Math.max(base.lamport, merged.base.lamport),
    },
  };
};

const removals = (gone: Readonly<Record<RowId, string>>) =>
  Object.entries<string>(gone).map(([id, updatedAt]) => ({ id: id as RowId, updatedAt }));
