import type { RowId } from '../contract/ids';
import { counterOf, tabOf } from '../contract/ids';
import type { Dropped } from './syncState';
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
 * Takes the named changes of rows out of the log, and a row's mark when all it names are among them, or when nothing of the row
 * is left: a tab that slept may have read an old mark from the disk.
 */
export const withoutChanges = (log: Log, dropped: readonly Dropped[]): Log => {
  const left = replacedChanges(log, dropped);
  const isEmptied = ({ collection, listId, rowId }: RowPlace): boolean =>
    rowId in changesOf(log, collection, listId) && !(rowId in changesOf(left, collection, listId));
  const answered = dropped.filter((one) => {
    const mark = log.marks[one.rowId];
    return mark && (isEmptied(one) || mark.changeIds.every((id) => one.changeIds.includes(id)));
  });
  if (answered.length === 0) return left;
  const gone = new Set<string>(answered.map(({ rowId }) => rowId));
  const marks = Object.entries<Mark>(log.marks).filter(([rowId]) => !gone.has(rowId));
  return { ...left, marks: Object.fromEntries(marks) };
};

/** Takes out changes that another tab folded into newer ones. Their marks stay: what was sent may still be on its way. */
export const replacedChanges = (log: Log, replaced: readonly Dropped[]): Log => {
  const buckets = new Map<string, Dropped[]>();
  for (const one of replaced) {
    const bucket = one.collection === 'lists' ? '' : one.listId;
    const known = buckets.get(bucket);
    if (known) known.push(one);
    else buckets.set(bucket, [one]);
  }
  return [...buckets.values()].reduce(withoutIn, log);
};

/** The same for rows of one bucket, at the cost of one copy of it. */
const withoutIn = (log: Log, dropped: readonly Dropped[]): Log => {
  const [first] = dropped;
  if (!first) return log;
  const { collection, listId } = first;
  const rows = new Map(Object.entries<readonly Change[]>(changesOf(log, collection, listId)));
  let isChanged = false;
  for (const { rowId, changeIds } of dropped) {
    const changes = rows.get(rowId) ?? [];
    const left = changes.filter(({ id }) => !changeIds.includes(id));
    isChanged ||= left.length < changes.length;
    if (left.length) rows.set(rowId, left);
    else rows.delete(rowId);
  }
  if (!isChanged) return log;
  const left: RowChanges = Object.fromEntries(rows);
  if (collection === 'lists') return { ...log, lists: left };
  if (rows.size) return { ...log, items: { ...log.items, [listId]: left } };
  const { [listId]: _, ...buckets } = log.items;
  return { ...log, items: buckets };
};

export const withMark = (log: Log, mark: Mark): Log => ({ ...log, marks: { ...log.marks, [mark.rowId]: mark } });
