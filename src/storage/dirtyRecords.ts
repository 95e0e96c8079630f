import type { Change, InFlightWrite } from '../sync/model/syncState';
import { isChange, isDeletion, isInFlightWrite, isOfInFlightWrite, type LogRecord } from './logRecords';
import { nameOfRecord } from './userStores';

/** A disk refuses, for example because it is full, or gives no answer. */
type Failure = 'refused' | 'no answer';

/** A record that is not stored yet. */
export interface DirtyRecord {
  readonly record: LogRecord;
  /** A deletion that belongs to new records in its place. It is never written without them. */
  readonly isReplaced: boolean;
  /** Why the disk did not store it yet. Null before a transaction with it has failed. */
  failure: Failure | null;
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
  /** These records are stored. */
  taken(records: readonly DirtyRecord[]): void;
  /** The transaction of these records failed. What was refused once counts as refused. */
  failed(records: readonly DirtyRecord[], why: Failure): void;
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
  withoutDirty(read: readonly LogRecord[]): readonly LogRecord[];
  hasFailed(): boolean;
  /** The waiting changes and in-flight writes, or only those whose write failed. */
  log(which: 'all' | 'failed'): DirtyLog;
}

/** The list of a record. An item's changes depend on those of its list, so they are stored together. */
const groupOf = ({ record: { value } }: DirtyRecord): string =>
  isChange(value) || isInFlightWrite(value) ? value.listId : '';

/** @param unsaved records that the user's last session in this tab could not store */
export const makeDirtyRecords = (unsaved: readonly LogRecord[]): DirtyRecords => {
  const waiting = new Map<string, DirtyRecord>(
    unsaved.map((record) => [nameOfRecord(record), { record, isReplaced: false, failure: 'refused' }]),
  );
  const all = (): readonly DirtyRecord[] => [...waiting.values()];
  const isStill = (one: DirtyRecord): boolean => waiting.get(nameOfRecord(one.record)) === one;

  return {
    all,
    note: (records) => {
      const putsChanges = records.some(({ value }) => isChange(value));
      for (const record of records) {
        waiting.delete(nameOfRecord(record));
        waiting.set(nameOfRecord(record), { record, isReplaced: putsChanges && isDeletion(record), failure: null });
      }
    },
    taken: (records) => {
      for (const one of records) if (isStill(one)) waiting.delete(nameOfRecord(one.record));
    },
    failed: (records, why) => {
      for (const one of records) if (one.failure !== 'refused') one.failure = why;
    },
    isStill,
    withDependencies: (records) => {
      const fresh = new Set(records.map(nameOfRecord));
      const lists = new Set<string>(
        records.flatMap(({ value }) => (isChange(value) || isInFlightWrite(value) ? value.listId : [])),
      );
      return all().filter((one) => one.failure || fresh.has(nameOfRecord(one.record)) || lists.has(groupOf(one)));
    },
    withoutDirty: (read) =>
      read.filter((record) => {
        const isMine = waiting.has(nameOfRecord(record));
        const isTakenOff = isMine && record.value === undefined && !isOfInFlightWrite(record);
        if (isTakenOff) waiting.delete(nameOfRecord(record));
        return !isMine || isTakenOff;
      }),
    hasFailed: () => all().some(({ failure }) => failure !== null),
    log: (which) => {
      const values = all().flatMap(({ record, failure }) => (failure || which === 'all' ? [record.value] : []));
      return { changes: values.filter(isChange), inFlight: values.filter(isInFlightWrite) };
    },
  };
};
