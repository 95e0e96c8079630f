import type { ChangeId } from '../contract/ids';
import type { Change, InFlightWrite } from '../sync/model/syncState';
import { isChange, isInFlightWrite, type LogRecord } from './logRecords';

/** A record that is not on disk yet. */
export interface DirtyRecord {
  readonly record: LogRecord;
  /** It goes because others take its place: never without them. */
  readonly isReplaced: boolean;
  hasFailed: boolean;
}

export interface DirtyLog {
  readonly changes: readonly Change[];
  readonly inFlight: readonly InFlightWrite[];
}

/** What a tab knows better than the disk, record by record, until a transaction has taken it. */
export interface DirtyRecords {
  all(): readonly DirtyRecord[];
  /** These are to get there, in the place of what was to get there under the same names. */
  note(records: readonly LogRecord[]): void;
  /** The disk has them. */
  taken(records: readonly DirtyRecord[]): void;
  /** Whether it is still to get there: it was not written over, or taken off by another tab, meanwhile. */
  isStill(one: DirtyRecord): boolean;
  /**
   * These, with all that failed before, and with what of the lists of their changes is not there yet: the write of that may fail
   * still, and nothing must be there without what it stands on.
   */
  withGround(records: readonly LogRecord[]): readonly DirtyRecord[];
  /**
   * What was read, without what this tab knows better. What others took off the disk was there, whatever a disk that gave no
   * answer said of it, and is not to be put there again.
   */
  known(read: readonly LogRecord[]): readonly LogRecord[];
  hasFailed(): boolean;
  /** Whether the write of this change failed. */
  isStuck(id: ChangeId): boolean;
  /** The changes and in-flight writes among them; or only those whose write failed. */
  log(which: 'all' | 'failed'): DirtyLog;
}

const nameOf = ({ store, key }: Pick<LogRecord, 'store' | 'key'>): string => `${store} ${key}`;

/** Records that make sense only together: an item's changes stand on those of its list. */
export const groupOf = ({ record: { value } }: DirtyRecord): string =>
  isChange(value) || isInFlightWrite(value) ? value.listId : '';

/** @param left what the user's last session in this tab could not write */
export const makeDirtyRecords = (left: readonly LogRecord[]): DirtyRecords => {
  const waiting = new Map<string, DirtyRecord>(
    left.map((record) => [nameOf(record), { record, isReplaced: false, hasFailed: true }]),
  );
  const all = (): readonly DirtyRecord[] => [...waiting.values()];
  const isStill = (one: DirtyRecord): boolean => waiting.get(nameOf(one.record)) === one;

  return {
    all,
    note: (records) => {
      const putsChanges = records.some(({ value }) => isChange(value));
      for (const record of records) {
        const isReplaced = putsChanges && record.store === 'changes' && record.value === undefined;
        waiting.delete(nameOf(record));
        waiting.set(nameOf(record), { record, isReplaced, hasFailed: false });
      }
    },
    taken: (records) => {
      for (const one of records) if (isStill(one)) waiting.delete(nameOf(one.record));
    },
    isStill,
    withGround: (records) => {
      const fresh = new Set(records.map(nameOf));
      const lists = new Set<string>(records.flatMap(({ value }) => (isChange(value) ? value.listId : [])));
      return all().filter((one) => one.hasFailed || fresh.has(nameOf(one.record)) || lists.has(groupOf(one)));
    },
    known: (read) =>
      read.filter((record) => {
        const isMine = waiting.has(nameOf(record));
        const isTakenOff = isMine && record.value === undefined;
        if (isTakenOff) waiting.delete(nameOf(record));
        return !isMine || isTakenOff;
      }),
    hasFailed: () => all().some((one) => one.hasFailed),
    isStuck: (id) => waiting.get(nameOf({ store: 'changes', key: id }))?.hasFailed ?? false,
    log: (which) => {
      const values = all().flatMap(({ record, hasFailed }) => (hasFailed || which === 'all' ? [record.value] : []));
      return { changes: values.filter(isChange), inFlight: values.filter(isInFlightWrite) };
    },
  };
};
