import type { ChangeId, RowId } from '../contract/ids';
import { counterOf, tabOf } from '../contract/ids';
import { type Change, changesOf, type Log, type Mark, type RowChanges, type RowPlace } from './syncState';

const withChanges = (log: Log, change: Change, rows: RowChanges): Log =>
  change.collection === 'lists' ? { ...log, lists: rows } : { ...log, items: { ...log.items, [change.listId]: rows } };

const inOrder = (changes: readonly Change[], change: Change): readonly Change[] => {
  const at = changes.findIndex((other) => other.id > change.id);
  return at < 0 ? [...changes, change] : [...changes.slice(0, at), change, ...changes.slice(at)];
};

/** The row's last change, when the next update of the same tab may take its place: an update nobody has sent. */
const foldable = (log: Log, changes: readonly Change[], change: Change): Change | null => {
  const last = changes.at(-1);
  if (last?.type !== 'update' || change.type !== 'update' || last.id > change.id) return null;
  if (tabOf(last.id) !== tabOf(change.id)) return null;
  return log.marks[change.rowId]?.changeIds.includes(last.id) ? null : last;
};

/** Rows of logs that one act goes through on its way: nobody else has seen them, so they are written into, not copied again. */
type Passing = WeakSet<RowChanges>;

const place = (log: Log, change: Change, next: readonly Change[], passing: Passing): Log => {
  const before = changesOf(log, change.collection, change.listId);
  const rows: Record<RowId, readonly Change[]> = passing.has(before) ? before : { ...before };
  rows[change.rowId] = next;
  passing.add(rows);
  const lamport = Math.max(log.lamport, counterOf(change.id));
  return { ...withChanges(log, change, rows), lamport };
};

const changesOfRow = (log: Log, change: Change): readonly Change[] =>
  changesOf(log, change.collection, change.listId)[change.rowId] ?? [];

const insertOne = (log: Log, change: Change, passing: Passing): Log => {
  const changes = changesOfRow(log, change);
  return changes.some((known) => known.id === change.id) ? log : place(log, change, inOrder(changes, change), passing);
};

/** Takes changes as they are, each at its place in the order: how they come from the disk and from other tabs. */
export const insertChanges = (log: Log, changes: readonly Change[]): Log => {
  const passing: Passing = new WeakSet();
  return changes.reduce((next, change) => insertOne(next, change, passing), log);
};

export const insertChange = (log: Log, change: Change): Log => insertChanges(log, [change]);

const recordOne = (log: Log, change: Change, passing: Passing): Log => {
  const changes = changesOfRow(log, change);
  const last = foldable(log, changes, change);
  if (!last || last.id === change.id) return insertOne(log, change, passing);
  return place(log, change, [...changes.slice(0, -1), { ...change, data: { ...last.data, ...change.data } }], passing);
};

/**
 * Appends changes made here, or folds each into its row's last unsent update: the merged change takes the newer id, so an
 * answer that names the older one can never take the newer text with it. Recording a known id changes nothing.
 */
export const recordChanges = (log: Log, changes: readonly Change[]): Log => {
  const passing: Passing = new WeakSet();
  return changes.reduce((next, change) => recordOne(next, change, passing), log);
};

export const record = (log: Log, change: Change): Log => recordChanges(log, [change]);

/**
 * Takes the named changes of one row out of the log, and the row's mark when all it names are among them, or when nothing of
 * the row is left: a tab that slept may have read an old mark from the disk.
 */
export const withoutChanges = (log: Log, place: RowPlace, ids: readonly ChangeId[]): Log => {
  const left = replacedChanges(log, place, ids);
  const isEmptied = left !== log && !changesOf(left, place.collection, place.listId)[place.rowId];
  return withoutMark(left, place.rowId, isEmptied ? (log.marks[place.rowId]?.changeIds ?? ids) : ids);
};

/** Takes out changes that another tab folded into a newer one. Their mark stays: what was sent may still be on its way. */
export const replacedChanges = (log: Log, place: RowPlace, ids: readonly ChangeId[]): Log => {
  const rows = changesOf(log, place.collection, place.listId);
  const changes = rows[place.rowId] ?? [];
  const left = changes.filter((change) => !ids.includes(change.id));
  if (left.length === changes.length) return log;
  const { [place.rowId]: _, ...others } = rows as Record<RowId, readonly Change[]>;
  const nextRows: RowChanges = left.length ? { ...others, [place.rowId]: left } : others;
  if (place.collection === 'lists') return { ...log, lists: nextRows };
  if (Object.keys(nextRows).length) return { ...log, items: { ...log.items, [place.listId]: nextRows } };
  const { [place.listId]: __, ...buckets } = log.items;
  return { ...log, items: buckets };
};

const withoutMark = (log: Log, rowId: RowId, ids: readonly ChangeId[]): Log => {
  const mark = log.marks[rowId];
  if (!mark?.changeIds.every((id) => ids.includes(id))) return log;
  const { [rowId]: _, ...marks } = log.marks as Record<RowId, typeof mark>;
  return { ...log, marks };
};

/** Takes a mark; what is done from here on counts on from its key. */
export const withMark = (log: Log, mark: Mark): Log => ({
  ...log,
  marks: { ...log.marks, [mark.rowId]: mark },
  lamport: Math.max(log.lamport, counterOf(mark.key)),
});
