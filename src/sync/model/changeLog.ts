import { type ChangeId, counterOf, type RowId } from '../../contract/ids';
import {
  type Change,
  changesOf,
  type Dropped,
  type InFlightWrite,
  type Log,
  type Refusal,
  type RowChanges,
  type RowPlace,
  refusalId,
} from './syncState';

/** Adds changes to the log and removes them. */

const withRows = (log: Log, { collection, listId }: RowPlace, rows: RowChanges): Log =>
  collection === 'lists' ? { ...log, lists: rows } : { ...log, items: { ...log.items, [listId]: rows } };

/** Inserts the change at its place in the order. Replaces a change with the same id. */
const inOrder = (changes: readonly Change[], change: Change): readonly Change[] => {
  const at = changes.findIndex((other) => other.id >= change.id);
  if (at < 0) return [...changes, change];
  const after = changes[at]?.id === change.id ? at + 1 : at;
  return [...changes.slice(0, at), change, ...changes.slice(after)];
};

/** The waiting changes of a row. */
export const changesOfRow = (log: Log, { collection, listId, rowId }: RowPlace): readonly Change[] =>
  changesOf(log, collection, listId)[rowId] ?? [];

/** Records that this act has created, and nobody else has seen. They are written in place, without a further copy. */
type Passing = WeakSet<RowChanges>;

const insertOne = (log: Log, change: Change, passing: Passing): Log => {
  const before = changesOf(log, change.collection, change.listId);
  if (before[change.rowId]?.includes(change)) return log;
  const rows: Record<RowId, readonly Change[]> = passing.has(before) ? before : { ...before };
  rows[change.rowId] = inOrder(before[change.rowId] ?? [], change);
  passing.add(rows);
  return { ...withRows(log, change, rows), counter: Math.max(log.counter, counterOf(change.id)) };
};

/** Inserts changes into the log, each at its place in the order. */
export const insertChanges = (log: Log, changes: readonly Change[]): Log => {
  const passing: Passing = new WeakSet();
  return changes.reduce((next, change) => insertOne(next, change, passing), log);
};

/**
 * Removes the named changes of rows from the log. Also removes a row's in-flight write if all its changes are among
 * them, or if no change of the row remains.
 */
export const withoutChanges = (log: Log, dropped: readonly Dropped[]): Log => {
  const remaining = withoutOnly(log, dropped);
  const isEmptied = (one: Dropped): boolean =>
    changesOfRow(log, one).length > 0 && changesOfRow(remaining, one).length === 0;
  const answered = dropped.flatMap((one) => {
    const write = log.inFlight[one.rowId];
    return write && (isEmptied(one) || write.changeIds.every((id) => one.changeIds.includes(id))) ? [one.rowId] : [];
  });
  return withoutWrites(remaining, answered);
};

/** Removes changes, but keeps the in-flight writes, because their requests may still arrive. */
export const withoutOnly = (log: Log, dropped: readonly Dropped[]): Log => {
  const buckets = new Map<string, Dropped[]>();
  for (const one of dropped) {
    const bucket = one.collection === 'lists' ? '' : one.listId;
    const known = buckets.get(bucket);
    if (known) known.push(one);
    else buckets.set(bucket, [one]);
  }
  return [...buckets.values()].reduce(withoutIn, log);
};

/** The same for rows of one bucket, which is copied once. By spreading, as a map takes ten times as long. */
const withoutIn = (log: Log, dropped: readonly Dropped[]): Log => {
  const [first] = dropped;
  if (!first) return log;
  const { collection, listId } = first;
  const rows: Record<RowId, readonly Change[]> = { ...changesOf(log, collection, listId) };
  let isChanged = false;
  for (const { rowId, changeIds } of dropped) {
    const changes = rows[rowId] ?? [];
    const remaining = changes.filter(({ id }) => !changeIds.includes(id));
    if (remaining.length === changes.length) continue;
    isChanged = true;
    if (remaining.length) rows[rowId] = remaining;
    else delete rows[rowId];
  }
  if (!isChanged) return log;
  if (collection === 'lists' || Object.keys(rows).length) return withRows(log, first, rows);
  const { [listId]: _, ...buckets } = log.items;
  return { ...log, items: buckets };
};

/** The waiting changes with these ids. */
export const changesNamed = (log: Log, ids: readonly ChangeId[]): readonly Change[] => {
  if (ids.length === 0) return [];
  const named = new Set(ids);
  const rows = [log.lists, ...Object.values(log.items)].flatMap((bucket) => Object.values<readonly Change[]>(bucket));
  return rows.flatMap((changes) => changes.filter(({ id }) => named.has(id)));
};

export const withWrite = (log: Log, write: InFlightWrite): Log => ({
  ...log,
  inFlight: { ...log.inFlight, [write.rowId]: write },
});

export const withoutWrites = (log: Log, rows: readonly RowId[]): Log => {
  const gone = new Set<string>(rows.filter((rowId) => rowId in log.inFlight));
  if (gone.size === 0) return log;
  const inFlight = Object.entries<InFlightWrite>(log.inFlight).filter(([rowId]) => !gone.has(rowId));
  return { ...log, inFlight: Object.fromEntries(inFlight) };
};

const KEPT_REFUSALS = 200;

/**
 * Turns changes of one row into a refusal, so that nothing shows or sends them any more. Repeating it changes nothing.
 */
export const withRefusal = (log: Log, refusal: Refusal): Log => {
  const [first] = refusal.changes;
  if (!first || log.refusals.some((known) => refusalId(known) === first.id)) return log;
  const { collection, listId, rowId } = first;
  const remaining = withoutChanges(log, [
    { collection, listId, rowId, changeIds: refusal.changes.map(({ id }) => id) },
  ]);
  return { ...remaining, refusals: [...log.refusals, refusal].slice(-KEPT_REFUSALS) };
};
