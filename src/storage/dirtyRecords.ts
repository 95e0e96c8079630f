import type { ChangeId, RowId } from '../contract/ids';
import type { Change, InFlightWrite } from '../sync/model/syncState';
import { inFlightKey, isChange, isInFlightWrite, isOfInFlightWrite, type LogRecord } from './logRecords';
import { nameOfRecord } from './userStores';

/** A record that is not stored yet. */
export interface DirtyRecord {
  readonly record: LogRecord;
  /** A deletion that belongs to new records in its place. It is never written without them. */
  readonly isReplaced: boolean;
  /** A deletion that an answer brought: the name of the record of the answered write. Base has what was answered. */
  readonly answered: string | null;
  /** Its last transaction failed. */
  hasFailed: boolean;
  /** The disk gave no answer to its last transaction. */
  isUnconfirmed: boolean;
  /** The disk has refused it, for example because it was full. */
  wasRefused: boolean;
}

interface DirtyLog {
  readonly changes: readonly Change[];
  readonly inFlight: readonly InFlightWrite[];
}

/** The records that are newer in this tab than on the disk, until a transaction has stored them. */
export interface DirtyRecords {
  all(): readonly DirtyRecord[];
  /** Adds the records of one event to be stored. They replace waiting records with the same names. */
  note(records: readonly LogRecord[]): void;
  /**
   * This tab does not write base any more. Without it, these deletions would lose what was answered. So the changes and
   * the write stay on the disk, and the next leader repeats the write with its key. Not forgotten is what a full disk
   * refused, and a write after which the row was sent again: an old text would be sent after a new one. Returns whether
   * anything was forgotten.
   */
  forgetAnswered(): boolean;
  /** These records are stored. */
  taken(records: readonly DirtyRecord[]): void;
  /** The transaction of these records failed: the disk refused it, or gave no answer. */
  failed(records: readonly DirtyRecord[], why: 'refused' | 'no answer'): void;
  /** Whether this record still waits: it was not replaced since, and no other tab has deleted it. */
  isStill(one: DirtyRecord): boolean;
  /**
   * These records, all records that failed before, and all waiting records of the lists of their changes. Their write
   * may still fail, and a change must never be stored without the changes that it depends on.
   */
  withDependencies(records: readonly LogRecord[]): readonly DirtyRecord[];
  /**
   * The read records, without those that are newer in this tab. A change that another tab has deleted was stored
   * before, even if the disk never confirmed it. So it no longer waits, and is not written again. An in-flight write
   * has the name of its row, so the deleted one may be an earlier write.
   */
  known(read: readonly LogRecord[]): readonly LogRecord[];
  hasFailed(): boolean;
  /** Whether the write of this change failed. Then its in-flight write may be missing on the disk too. */
  isStuck(id: ChangeId): boolean;
  /**
   * Whether the disk gave no answer about the row's in-flight write. Older transactions may still be carried out, without
   * this write.
   */
  isUnconfirmed(row: RowId): boolean;
  /** The waiting changes and in-flight writes, or only those whose write failed. */
  log(which: 'all' | 'failed'): DirtyLog;
}

/** The list of a record. An item's changes depend on those of its list, so they are stored together. */
export const groupOf = ({ record: { value } }: DirtyRecord): string =>
  isChange(value) || isInFlightWrite(value) ? value.listId : '';

/** The record of the in-flight write of the row of a deleted change. */
const writeOf = ({ store, rowId }: LogRecord): LogRecord | null =>
  store === 'changes' && rowId ? { store: 'writes', key: inFlightKey(rowId) } : null;

/** @param unsaved records that the user's last session in this tab could not store */
export const makeDirtyRecords = (unsaved: readonly LogRecord[]): DirtyRecords => {
  const waiting = new Map<string, DirtyRecord>(
    unsaved.map((record) => [
      nameOfRecord(record),
      { record, isReplaced: false, answered: null, hasFailed: true, isUnconfirmed: false, wasRefused: true },
    ]),
  );
  const all = (): readonly DirtyRecord[] => [...waiting.values()];
  const isStill = (one: DirtyRecord): boolean => waiting.get(nameOfRecord(one.record)) === one;

  return {
    all,
    note: (records) => {
      const putsChanges = records.some(({ value }) => isChange(value));
      const deleted = new Set(records.filter(({ value }) => value === undefined).map(nameOfRecord));
      /** The deleted write of the same row. An event that also puts records is no answer, or a refusal. */
      const answeredBy = (record: LogRecord): string | null => {
        const write = isOfInFlightWrite(record) ? record : writeOf(record);
        return write && deleted.size === records.length && deleted.has(nameOfRecord(write))
          ? nameOfRecord(write)
          : null;
      };
      for (const record of records) {
        const isDeletion = record.store === 'changes' && record.value === undefined;
        // A removal that is taken back has nothing in its place.
        const isReplaced = putsChanges && isDeletion && !record.wasRemoval;
        waiting.delete(nameOfRecord(record));
        const fresh = { hasFailed: false, isUnconfirmed: false, wasRefused: false };
        waiting.set(nameOfRecord(record), { record, isReplaced, answered: answeredBy(record), ...fresh });
      }
    },
    forgetAnswered: () => {
      /** Whether the row was not sent again: what waits for its write is still the deletion. */
      const isLatest = (write: string): boolean => waiting.get(write)?.answered === write;
      const forgotten = all().filter(
        ({ answered, wasRefused }) => answered !== null && isLatest(answered) && !wasRefused,
      );
      for (const { record } of forgotten) waiting.delete(nameOfRecord(record));
      return forgotten.length > 0;
    },
    taken: (records) => {
      for (const one of records) if (isStill(one)) waiting.delete(nameOfRecord(one.record));
    },
    failed: (records, why) => {
      for (const one of records) {
        one.hasFailed = true;
        one.isUnconfirmed = why === 'no answer';
        one.wasRefused ||= why === 'refused';
      }
    },
    isStill,
    withDependencies: (records) => {
      const fresh = new Set(records.map(nameOfRecord));
      const lists = new Set<string>(
        records.flatMap(({ value }) => (isChange(value) || isInFlightWrite(value) ? value.listId : [])),
      );
      return all().filter((one) => one.hasFailed || fresh.has(nameOfRecord(one.record)) || lists.has(groupOf(one)));
    },
    known: (read) =>
      read.filter((record) => {
        const isMine = waiting.has(nameOfRecord(record));
        const isTakenOff = isMine && record.value === undefined && !isOfInFlightWrite(record);
        if (isTakenOff) waiting.delete(nameOfRecord(record));
        return !isMine || isTakenOff;
      }),
    hasFailed: () => all().some((one) => one.hasFailed),
    isStuck: (id) => waiting.get(nameOfRecord({ store: 'changes', key: id }))?.hasFailed ?? false,
    isUnconfirmed: (row) =>
      waiting.get(nameOfRecord({ store: 'writes', key: inFlightKey(row) }))?.isUnconfirmed ?? false,
    log: (which) => {
      const values = all().flatMap(({ record, hasFailed }) => (hasFailed || which === 'all' ? [record.value] : []));
      return { changes: values.filter(isChange), inFlight: values.filter(isInFlightWrite) };
    },
  };
};
