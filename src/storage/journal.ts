import type { Base, SyncState } from '../sync/model/syncState';
import { type CommitPorts, makeCommits } from './commits';
import { type DirtyRecord, type DirtyRecords, makeDirtyRecords } from './dirtyRecords';
import { inTurns } from './inTurns';
import { isDeletion, type LogRecord, logDifferences } from './logRecords';
import { isSilent } from './patience';

/**
 * Stores what an event changed, in one transaction. The transaction begins in the same task as the event, so a kill
 * leaves all of the event or nothing. A record is dirty until a transaction has stored it. A record that the disk
 * refuses stays dirty and is tried again. Page and worker both write through the journal.
 */
export interface Journal extends Pick<DirtyRecords, 'withoutDirty'> {
  /** Begins to write the difference. Resolves when it is stored or was reported as failed; never rejects. */
  write(before: SyncState, after: SyncState): Promise<void>;
  /** Writes all that the disk does not have yet, and the differences of base if this tab writes base. */
  writeAll(): Promise<void>;
  /**
   * Resolves when all begun writes are stored or were reported as failed. A round continues after a failure: with a
   * full disk, the server is the safest place for a change.
   */
  flushed(): Promise<void>;
  /**
   * Finds out which writes without an answer were carried out after all. Their records are not dirty then: another tab
   * may have sent and deleted them. Comes before a read, and before the session ends. Rejects if there is still no answer.
   */
  askAboutUnanswered(): Promise<void>;
  /** Whether the disk has not answered a transaction in time. It may still carry out that one, and not a later one. */
  isSilent(): boolean;
  /** The records that are newer in this tab than on the disk. */
  dirty(): readonly LogRecord[];
  /** Whether everything that this tab knows is stored. */
  isSaved(): boolean;
  /** The changes and in-flight writes that only this tab knows, or only those whose write failed. */
  readonly unwritten: DirtyRecords['log'];
  /** The lead ends, and another tab writes base. Returns whether the disk misses something of this tab's base. */
  release(): boolean;
  /** The session ends: failed writes are not repeated, because a later session may have newer data. */
  stop(): void;
}

export interface JournalPorts extends CommitPorts {
  /** Records that the user's last session in this tab could not store. */
  readonly unsaved?: readonly LogRecord[];
  /** The current base. Null while this tab does not write base. */
  readonly base: () => Base | null;
  readonly onError: (error: unknown) => void;
  /** A change could not be stored. Until it is stored, only this tab can send it. */
  readonly onStuck?: () => void;
  /** Something was stored, and no failed record remains. */
  readonly onWritten: () => void;
}

/** Failed records are written again after this time, or together with the next write. */
const RETRY_MS = 5000;

/** Schedules one retry, even if `start` is called several times. After `stop` there is none. */
const tryLater = (again: () => void) => {
  let timer: ReturnType<typeof setTimeout> | null | 'stopped' = null;
  return {
    start: (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        again();
      }, RETRY_MS);
    },
    stop: (): void => {
      if (timer && timer !== 'stopped') clearTimeout(timer);
      timer = 'stopped';
    },
  };
};

/**
 * Whether the event is stored together with base. One that only deletes records always is: the stream may have sent the
 * row just before the answer, and the write of that base still waits for its turn.
 */
const goesWithBase = (before: SyncState, after: SyncState, records: readonly LogRecord[]): boolean =>
  before.base !== after.base || (records.length > 0 && records.every(isDeletion));

export const makeJournal = (ports: JournalPorts): Journal => {
  const { base, onWritten } = ports;
  const dirty = makeDirtyRecords(ports.unsaved ?? []);
  let isBaseBehind = false;
  let flushed: Promise<void> = Promise.resolve();
  const retry = tryLater(() => void track(writeWithBase()));

  const hasFailed = (): boolean => isBaseBehind || dirty.hasFailed();

  const onDone = (): void => {
    if (!hasFailed()) onWritten();
  };
  const onFailed = (error: unknown): void => {
    if (hasFailed()) retry.start();
    ports.onError(error);
    if (dirty.log('failed').changes.length) ports.onStuck?.();
  };
  const track = (work: Promise<void>): Promise<void> => {
    const before = flushed;
    const written = work.then(onDone, onFailed);
    flushed = written.then(() => before);
    return written;
  };

  const { commit, commitDeletions, askAboutUnanswered, hasUnanswered } = makeCommits(ports, dirty);
  const transact = async (taken: readonly DirtyRecord[], withBase: Base | null): Promise<void> => {
    try {
      await commit(taken, withBase);
      if (withBase) isBaseBehind = false;
    } catch (error) {
      if (!isSilent(error)) await commitDeletions(taken);
      dirty.failed(taken, isSilent(error) ? 'no answer' : 'refused');
      // Without the lead, base is another tab's, and is not tried again here.
      isBaseBehind ||= withBase !== null && base() !== null;
      throw error;
    }
  };

  /** Writes base by one transaction at a time: rows of a failed one must not be missing behind a later one's cursor. */
  const writeWithBase = inTurns(async () => {
    const taken = dirty.all();
    const now = base();
    if (taken.length || now) await transact(taken, now);
  });

  const put = async (records: readonly LogRecord[]): Promise<void> => {
    dirty.note(records);
    // The write begins in this task, because the page may be closed before the next one.
    await transact(dirty.withDependencies(records), null);
  };

  return {
    write: (before, after) => {
      const records = logDifferences(before.log, after.log);
      if (!base() || !goesWithBase(before, after, records)) {
        return records.length ? track(put(records)) : Promise.resolve();
      }
      dirty.note(records);
      return track(writeWithBase());
    },
    writeAll: () => (dirty.all().length || base() ? track(writeWithBase()) : Promise.resolve()),
    flushed: () => flushed,
    askAboutUnanswered,
    dirty: () => dirty.all().map(({ record }) => record),
    isSaved: () => !isBaseBehind && dirty.all().length === 0,
    withoutDirty: dirty.withoutDirty,
    unwritten: dirty.log,
    isSilent: hasUnanswered,
    release: () => {
      const wasBehind = isBaseBehind;
      isBaseBehind = false;
      return wasBehind;
    },
    stop: retry.stop,
  };
};
