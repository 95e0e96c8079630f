import type { ChangeId } from '../contract/ids';
import type { Base, SyncState } from '../sync/model/syncState';
import { type DirtyRecord, type DirtyRecords, groupOf, makeDirtyRecords } from './dirtyRecords';
import { inTurns } from './inTurns';
import { type LogRecord, logDifferences } from './logRecords';
import { isSilent } from './patience';
import type { DiskWrite, UserDatabase } from './userDatabase';

/**
 * Carries what an event changed to the disk, in one transaction that begins in the turn in which it happens: so a kill leaves all
 * of an event or nothing. A record that is not there yet is dirty: it is what this tab knows better than the disk, until a
 * transaction has taken it. What the disk refuses stays dirty and is tried again. Page and worker write through it alike.
 */
export interface Journal {
  /** Begins to write what changed; resolves, and never rejects, when it is on disk or was reported as failed. */
  write(before: SyncState, after: SyncState): Promise<void>;
  /** Writes what of base the disk has not, where this tab writes it. */
  writeBase(): Promise<void>;
  /** These records, put as they are: the disk has lost them. */
  put(records: readonly LogRecord[]): Promise<void>;
  /**
   * Resolves when everything begun so far is on disk, or was reported as failed. A round goes on after a failure: with a full
   * disk the server is the safest place a change can be.
   */
  flushed(): Promise<void>;
  /** What this tab knows better than the disk. */
  dirty(): readonly LogRecord[];
  /** Whether the disk has all that this tab knows. */
  isSaved(): boolean;
  /** What was read, without what this tab knows better. */
  readonly known: DirtyRecords['known'];
  /** The changes and in-flight writes that nobody but this tab knows; or only those whose write failed. */
  readonly unwritten: DirtyRecords['log'];
  /** Whether the write of this change failed: where it did, what was sent may lack its in-flight write too. */
  isStuck(id: ChangeId): boolean;
  /** The session is open: what the last one left is tried again. */
  resume(): void;
  /** The lead ends: base is another's to write. Returns whether this tab knows more of it than the disk. */
  release(): boolean;
  /** The session ends: nothing is tried again. What comes of a later session would be newer. */
  stop(): void;
}

export interface JournalPorts {
  readonly database: Pick<UserDatabase, 'commit'>;
  /** What the user's last session in this tab could not write. */
  readonly left?: readonly LogRecord[];
  /** Base as it is now; null while this tab does not write it. */
  readonly base: () => Base | null;
  readonly onError: (error: unknown) => void;
  /** Something is on disk that the other tabs may read. */
  readonly onCommitted?: () => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck?: () => void;
  /** Something was written, and nothing waits because its write failed. */
  readonly onWritten: () => void;
}

/** What could not be written is tried again so much later, unless another write takes it along before. */
const RETRY_MS = 5000;

/** One try later, however often it is asked for meanwhile; after `stop` none. */
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

type Commit = (taken: readonly DirtyRecord[], withBase: Base | null) => Promise<void>;

/**
 * On a full disk what the server has, or never will take, leaves nevertheless: kept, it would be taken for unsent by the next
 * tab and sent over somebody's newer words. And of what is to be put one list may fit where all together do not.
 */
const commitInPieces = async (
  commit: Commit,
  isStill: DirtyRecords['isStill'],
  taken: readonly DirtyRecord[],
  withBase: Base | null,
): Promise<void> => {
  const removals = taken.filter(({ record, isReplaced }) => record.value === undefined && !isReplaced);
  const puts = taken.filter(({ record }) => record.value !== undefined);
  const groups = [...new Set(puts.map(groupOf))];
  const pieces = [removals, ...groups.map((group) => puts.filter((one) => groupOf(one) === group))];
  const tried = pieces.filter((piece) => piece.length > 0 && (withBase || piece.length < taken.length));
  for (const piece of tried) {
    // What was written over or taken off meanwhile is not to be there again.
    const still = piece.filter(isStill);
    if (still.length) await commit(still, null).catch(() => undefined);
  }
};

export const makeJournal = ({
  database,
  left = [],
  base,
  onError,
  onWritten,
  onCommitted = () => undefined,
  onStuck = () => undefined,
}: JournalPorts): Journal => {
  const dirty = makeDirtyRecords(left);
  const running = new Set<Promise<void>>();
  let isBaseBehind = false;
  const retry = tryLater(() => void track(tryAgain()));

  const hasFailed = (): boolean => isBaseBehind || dirty.hasFailed();

  const track = (work: Promise<void>): Promise<void> => {
    const written = work.then(
      () => {
        if (!hasFailed()) onWritten();
      },
      (error: unknown) => {
        if (hasFailed()) retry.start();
        onError(error);
        if (dirty.log('failed').changes.length) onStuck();
      },
    );
    running.add(written);
    void written.finally(() => running.delete(written));
    return written;
  };

  /** One transaction; what it took is dirty no more, unless it changed meanwhile. */
  const commit: Commit = async (taken, withBase) => {
    const write: DiskWrite = { log: taken.map(({ record }) => record), ...(withBase && { base: withBase }) };
    if (taken.length === 0 && !withBase) return;
    await database.commit(write);
    onCommitted();
    dirty.taken(taken);
  };

  const transact = async (taken: readonly DirtyRecord[], withBase: Base | null): Promise<void> => {
    try {
      await commit(taken, withBase);
      if (withBase) isBaseBehind = false;
    } catch (error) {
      if (!isSilent(error)) await commitInPieces(commit, dirty.isStill, taken, withBase);
      for (const one of taken) one.hasFailed = true;
      isBaseBehind ||= withBase !== null;
      throw error;
    }
  };

  /** Base is written by one transaction at a time: one that failed must not be behind a later one's cursor. */
  const writeWithBase = inTurns(async () => {
    const taken = dirty.all();
    const now = base();
    if (taken.length || now) await transact(taken, now);
  });

  const put = async (records: readonly LogRecord[]): Promise<void> => {
    dirty.note(records);
    // It begins in this very turn: the page may not live to see the next.
    await transact(dirty.withGround(records), null);
  };

  const tryAgain = (): Promise<void> => (base() ? writeWithBase() : transact(dirty.all(), null));

  return {
    write: (before, after) => {
      const records = logDifferences(before.log, after.log);
      if (before.base === after.base || !base()) {
        return records.length ? track(put(records)) : Promise.resolve();
      }
      dirty.note(records);
      return track(writeWithBase());
    },
    writeBase: () => track(writeWithBase()),
    put: (records) => track(put(records)),
    flushed: async () => {
      await Promise.all(running);
    },
    dirty: () => dirty.all().map(({ record }) => record),
    isSaved: () => !isBaseBehind && dirty.all().length === 0,
    known: dirty.known,
    unwritten: dirty.log,
    isStuck: dirty.isStuck,
    resume: () => {
      if (dirty.all().length) void track(transact(dirty.all(), null));
    },
    release: () => {
      const isAhead = isBaseBehind;
      isBaseBehind = false;
      return isAhead;
    },
    stop: retry.stop,
  };
};
