import { type ChangeId, changeId, counterOf, type RowId } from '../../contract/ids';
import { type Fields, rowFields } from '../../contract/records';
import { viewRow } from './replayRow';
import {
  type Change,
  changesOf,
  type Dropped,
  EMPTY,
  type InFlightWrite,
  isMadeOfBase,
  type Log,
  MOVED,
  type Refusal,
  type RowChanges,
  type RowPlace,
  refusalId,
  type SyncState,
  serverRowOf,
} from './syncState';

/** Adds changes to the log and removes them. */

/** The log with these rows in one bucket: that of the lists, or of a list's items. */
const withRows = (log: Log, { collection, listId }: RowPlace, rows: RowChanges): Log => {
  if (collection === 'lists') return { ...log, lists: rows };
  if (Object.keys(rows).length) return { ...log, items: { ...log.items, [listId]: rows } };
  const { [listId]: _, ...buckets } = log.items;
  return { ...log, items: buckets };
};

/** Replaces the changes of rows. Each bucket is copied once; by spreading, as a map takes ten times as long. */
const replaceChanges = <Place extends RowPlace>(
  log: Log,
  places: readonly Place[],
  replace: (changes: readonly Change[], place: Place) => readonly Change[],
): Log => {
  const copies = new Map<string, { readonly place: Place; readonly rows: Record<RowId, readonly Change[]> }>();
  for (const place of places) {
    const { collection, listId, rowId } = place;
    const bucket = collection === 'lists' ? '' : listId;
    const rows = copies.get(bucket)?.rows ?? changesOf(log, collection, listId);
    const before = rows[rowId] ?? [];
    const after = replace(before, place);
    if (after === before) continue;
    const copy = copies.get(bucket) ?? { place, rows: { ...rows } };
    copies.set(bucket, copy);
    if (after.length) copy.rows[rowId] = after;
    else delete copy.rows[rowId];
  }
  return [...copies.values()].reduce((next, { place, rows }) => withRows(next, place, rows), log);
};

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

/**
 * The fields of an item that its device has not changed, or has sent with its unanswered create. Without its place. If the
 * item is made again after a set back, another device may have made it, so what was changed here counts as changed.
 */
export const unchangedFields = ({ base, log }: SyncState, place: RowPlace): Fields => {
  const changes = changesOfRow(log, place);
  const row = viewRow(serverRowOf(base, place), changes);
  if (!row) return EMPTY;
  const write = log.inFlight[place.rowId];
  const created = write?.kind === 'create' && !changes.some(isMadeOfBase) ? write.changeIds : [];
  const changed = new Set(changes.flatMap(({ id, data }) => (created.includes(id) ? [] : Object.keys(data))));
  const fields = Object.entries(rowFields(place.collection, row));
  return Object.fromEntries(fields.filter(([name]) => name !== 'order' && !changed.has(name)));
};

/**
 * The id of a change that was created from a row as base has it. The same version of the same row always gets the same id,
 * so that creating it twice is one change. It sorts before every change of a person, so that their later changes stay on
 * top.
 */
export const madeOfBaseId = (row: RowId, at: string): ChangeId =>
  changeId(0, `${row.replace(/[^\w-]/g, '_').slice(0, 54)}-${Date.parse(at).toString(36)}`);

/** The id of a change for the new row of a moved item: what others have changed in the old row, as base has it `at` a time. */
export const carriedId = (newRow: RowId, at: string): ChangeId => madeOfBaseId(`${MOVED}${newRow}` as RowId, at);

/** Inserts changes into the log, each at its place in the order. */
export const insertChanges = (log: Log, changes: readonly Change[]): Log => {
  const inserted = replaceChanges(log, changes, (waiting, change) =>
    waiting.includes(change) ? waiting : inOrder(waiting, change),
  );
  const counter = changes.reduce((most, { id }) => Math.max(most, counterOf(id)), log.counter);
  return inserted === log ? log : { ...inserted, counter };
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
export const withoutOnly = (log: Log, dropped: readonly Dropped[]): Log =>
  replaceChanges(log, dropped, (changes, { changeIds }) => {
    const remaining = changes.filter(({ id }) => !changeIds.includes(id));
    return remaining.length === changes.length ? changes : remaining;
  });

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
