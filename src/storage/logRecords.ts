import type { ChangeId, RowId } from '../contract/ids';
import { COLLECTIONS, idText, isObject } from '../contract/records';
import type { ReadRecords, StoredRefusal } from '../sync/model/syncEvents';
import {
  type Change,
  type InFlightWrite,
  type Log,
  type Refusal,
  type RowChanges,
  refusalId,
} from '../sync/model/syncState';
import { areFields } from './storedForms';

/**
 * The log as records on disk. `changes` has one record for each change, by its id. `writes` has one for each sent row
 * without an answer, and one for each refusal. A refused change stays in `changes`, and its refusal names it.
 */
export const LOG_STORES = ['changes', 'writes'] as const;

/** A record with its store and key. Without a value, the record is deleted or to be deleted. */
export interface LogRecord {
  readonly store: (typeof LOG_STORES)[number];
  readonly key: string;
  readonly value?: unknown;
}

const SENT = 'sent ';
const REFUSAL = 'refused ';

/** The key of the record of a row's in-flight write. */
export const inFlightKey = (row: RowId): string => SENT + row;

/** Whether the record is to be deleted from the disk. */
export const isDeletion = ({ value }: LogRecord): boolean => value === undefined;

/** Whether the record is, or was, the in-flight write of a row. */
export const isOfInFlightWrite = ({ store, key }: LogRecord): boolean => store === 'writes' && key.startsWith(SENT);

const rowsOf = (bucket: RowChanges | undefined): Readonly<Record<string, readonly Change[]>> => bucket ?? {};

/** The changes that are in only one of two buckets. */
const changedIn = (before: RowChanges | undefined, after: RowChanges | undefined): readonly [Change[], Change[]] => {
  const gone: Change[] = [];
  const put: Change[] = [];
  if (before === after) return [gone, put];
  const [was, is] = [rowsOf(before), rowsOf(after)];
  for (const rowId of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [old, now] = [was[rowId] ?? [], is[rowId] ?? []];
    if (old === now) continue;
    gone.push(...old.filter((change) => !now.includes(change)));
    put.push(...now.filter((change) => !old.includes(change)));
  }
  return [gone, put];
};

export const changeRecord = (change: Change): LogRecord => ({ store: 'changes', key: change.id, value: change });

const storedRefusal = ({ changes, ...reason }: Refusal): StoredRefusal => ({
  ...reason,
  changeIds: changes.map(({ id }) => id),
});

const refusalDifferences = (before: Log, after: Log): readonly [Refusal[], Refusal[]] => {
  if (before.refusals === after.refusals) return [[], []];
  const gone = before.refusals.filter((refusal) => !after.refusals.includes(refusal));
  return [gone, after.refusals.filter((refusal) => !before.refusals.includes(refusal))];
};

const changeDifferences = (before: Log, after: Log): LogRecord[] => {
  const lists = new Set([...Object.keys(before.items), ...Object.keys(after.items)]) as Set<keyof Log['items']>;
  const pairs: (readonly (readonly Change[])[])[] = [
    changedIn(before.lists, after.lists),
    ...[...lists].map((listId) => changedIn(before.items[listId], after.items[listId])),
    // A refused change leaves its bucket, and stays on the disk.
    refusalDifferences(before, after).map((refusals) => refusals.flatMap(({ changes }) => changes)),
  ];
  const gone = new Set(pairs.flatMap(([changes = []]) => changes));
  const put = pairs.flatMap(([, changes = []]) => changes);
  const kept = new Set(put.map(({ id }) => id));
  return [
    ...[...gone].filter(({ id }) => !kept.has(id)).map(({ id }): LogRecord => ({ store: 'changes', key: id })),
    ...put.filter((change) => !gone.has(change)).map(changeRecord),
  ];
};

const writeDifferences = (before: Log, after: Log): LogRecord[] => {
  if (before.inFlight === after.inFlight) return [];
  const rows = new Set([...Object.keys(before.inFlight), ...Object.keys(after.inFlight)]) as Set<RowId>;
  return [...rows].flatMap((rowId): LogRecord[] => {
    const value = after.inFlight[rowId];
    return value === before.inFlight[rowId]
      ? []
      : [{ store: 'writes', key: inFlightKey(rowId), ...(value && { value }) }];
  });
};

/** The records to put and delete so that the disk changes from the log of `before` to that of `after`. */
export const logDifferences = (before: Log, after: Log): readonly LogRecord[] => {
  if (before === after) return [];
  const [gone, put] = refusalDifferences(before, after);
  return [
    ...changeDifferences(before, after),
    ...writeDifferences(before, after),
    ...gone.map((refusal): LogRecord => ({ store: 'writes', key: REFUSAL + refusalId(refusal) })),
    ...put.map((one): LogRecord => ({ store: 'writes', key: REFUSAL + refusalId(one), value: storedRefusal(one) })),
  ];
};

/** Whether the record is of a row, with these fields. */
const isOfRow = ({ rowId, listId, collection }: Readonly<Record<string, unknown>>, fields: unknown): boolean =>
  idText(rowId) !== null &&
  idText(listId) !== null &&
  COLLECTIONS.some((name) => name === collection && areFields(name, fields));

export const isChange = (value: unknown): value is Change =>
  isObject(value) &&
  typeof value.id === 'string' &&
  isOfRow(value, value.data) &&
  (value.type === 'insert' || value.type === 'update' || value.type === 'remove');

export const isInFlightWrite = (value: unknown): value is InFlightWrite =>
  isObject(value) && typeof value.key === 'string' && isOfRow(value, value.fields) && Array.isArray(value.changeIds);

const isRefusal = (value: unknown): value is StoredRefusal =>
  isObject(value) &&
  Array.isArray(value.changeIds) &&
  typeof value.status === 'number' &&
  typeof value.time === 'number';

type LogPart = Omit<ReadRecords, 'isWhole' | 'base' | 'isMerged'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] };

const takeWrite = (read: Mutable<LogPart>, { key, value }: LogRecord): boolean => {
  if (key.startsWith(REFUSAL)) {
    const id = key.slice(REFUSAL.length) as ChangeId;
    if (value === undefined) read.removedRefusals.push(id);
    else if (isRefusal(value)) read.refusals.push(value);
    else return false;
  } else if (!key.startsWith(SENT)) {
    // A record of the first builds, which is ignored. Its changes are in the log, and are planned anew.
    return true;
  } else if (value === undefined) read.removedWrites.push(key.slice(SENT.length) as RowId);
  else if (isInFlightWrite(value)) read.inFlight.push(value);
  else return false;
  return true;
};

/** The log in the records. Damaged records stay on the disk and are counted; their content is never guessed. */
export const logPartOf = (records: readonly LogRecord[]): LogPart & { readonly damaged: number } => {
  const read: Mutable<LogPart> = {
    changes: [],
    removedChanges: [],
    inFlight: [],
    removedWrites: [],
    refusals: [],
    removedRefusals: [],
  };
  let damaged = 0;
  for (const record of records) {
    const { store, key, value } = record;
    if (store === 'writes') damaged += takeWrite(read, record) ? 0 : 1;
    else if (value === undefined) read.removedChanges.push(key as ChangeId);
    else if (isChange(value)) read.changes.push(value);
    else damaged += 1;
  }
  return { ...read, damaged };
};
