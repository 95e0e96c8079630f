import type { ChangeId, ListId } from '../contract/ids';
import type { Dropped } from '../sync/planPush';
import { insertChanges } from '../sync/record';
import { recordedChanges } from '../sync/recordedChanges';
import type { Heard, SyncEvent } from '../sync/syncEvents';
import type { Change, Log, Mark, SyncState } from '../sync/syncState';
import { makeAnsweredKeys } from './answeredKeys';
import { makeArriving } from './arriving';
import type { ChangeLog } from './changeLog';
import { makeFolded } from './folded';
import { type LeavingPorts, makeLeaving } from './leaving';
import { isOffered, leftBy } from './leftBy';
import { makePendingWrites } from './pendingWrites';
import { makeSentMarks } from './sentMarks';

/**
 * Carries each event to the disk, in the one safe order: a change is written before anyone can see it sent, a mark before its
 * request leaves, and base before the change it replaces goes. Page and worker write through it alike.
 */
export interface Journal {
  /** Begins the writes of an event; resolves, and never rejects, when they are on disk or were reported as failed. */
  write(before: SyncState, after: SyncState, event: SyncEvent): Promise<void>;
  /**
   * Resolves when everything begun so far is on disk, or was reported as failed. A round goes on after a failure: with a full
   * disk the server is the safest place a change can be.
   */
  flushed(): Promise<void>;
  /** What is in memory only, because its write failed or still runs: nobody else knows it, or what was sent under it. */
  unwritten(): Unwritten;
  /** Whether the write of this change failed: where it did, what was sent may be unmarked too. */
  isStuck(id: ChangeId): boolean;
  /**
   * Another tab led to this event: what it settled need not be written any more, and what it sent may be on its way.
   * @param after with the event
   */
  heard(before: SyncState, after: SyncState, event: SyncEvent): void;
  /** The log that was read from the disk, with what only this tab's memory holds and without what is only on the disk still. */
  correct(read: Log): Log;
  /** The lead ends: what base was to keep and did not get off the disk is for the next leader to settle once more. */
  release(): void;
  /** The session is open: what the last one left is tried again. */
  resume(): void;
  /** The session ends: nothing is tried again. What comes of a later session would be newer. */
  stop(): void;
}

/** What a tab knows of a user and no disk took: it waits in memory until the same user opens again here. */
export interface Unwritten {
  readonly changes: readonly Change[];
  readonly marks: readonly Mark[];
}

export interface JournalPorts {
  readonly log: ChangeLog;
  /** What the user's last session in this tab left. */
  readonly left?: Unwritten;
  /** Resolves when base as it is now is on disk. */
  readonly flushBase: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly onLeft?: LeavingPorts['onLeft'];
  /** Changes are on disk: others may know them once those they were folded from are `removed`, or could not be. */
  readonly onArrived?: (arrived: Heard, removed: Promise<void>) => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck?: () => void;
  /** Something was written, and no change waits in memory because its write failed. */
  readonly onWritten: () => void;
}

export const makeJournal = ({
  log,
  left = { changes: [], marks: [] },
  flushBase,
  onError,
  onWritten,
  onLeft = () => undefined,
  onArrived = () => undefined,
  onStuck = () => undefined,
}: JournalPorts): Journal => {
  const folded = makeFolded();
  /** What left into the offers of lost lists: once they are answered, base keeps it no more. */
  const offered: Dropped[] = [];
  const isOfferedNow = (before: SyncState, after: SyncState, one: Dropped): boolean =>
    isOffered(before, one) || isOffered(after, one);
  const hearAnswer = (listId: ListId): void => leaving.hear(offered.filter((one) => one.listId === listId));
  const keys = makeAnsweredKeys();
  const marks = makeSentMarks(log, left.marks, (id) => arriving.has(id));
  const leaving = makeLeaving({
    log,
    flushBase,
    onLeft,
    onGone: (ids) => arriving.forget(ids),
    onMet: () => void pending.track(leaving.remove([])),
  });
  const arriving = makeArriving({
    log,
    writeFirst: marks.putWith,
    left: left.changes,
    onArrived: async (changes) => {
      const ids = changes.map(({ id }) => id);
      const replaced = folded.of(ids);
      const old = replaced.flatMap(({ changeIds }) => changeIds);
      const removed = old.length ? log.remove(old) : Promise.resolve();
      onArrived({ changes, replaced }, removed);
      await removed;
      folded.forget(ids);
    },
  });
  const pending = makePendingWrites({
    hasFailed: () => arriving.hasFailed() || marks.hasFailed() || !leaving.isEmpty(),
    tryAgain: async () => {
      const ends = await Promise.allSettled([arriving.put([]), marks.retry(), leaving.remove([])]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
    onWritten: () => {
      if (!arriving.hasFailed()) onWritten();
    },
    onError: (error) => {
      onError(error);
      if (arriving.hasFailed()) onStuck();
    },
  });

  const append = (changes: readonly Change[], replaced: readonly Dropped[]): Promise<void> => {
    for (const { changeIds } of replaced) arriving.forget(changeIds);
    folded.note(changes, replaced);
    return arriving.put(changes);
  };

  const mark = (sent: Mark, before: Mark | undefined): Promise<void> => marks.put(sent, keys.mark(sent, before));

  const remove = (
    dropped: readonly Dropped[],
    before: SyncState,
    after: SyncState,
    isKeptInBase: (place: Dropped) => boolean,
  ): Promise<void> => {
    for (const one of dropped) {
      const { rowId, changeIds } = one;
      // What base is to keep and no disk has: should base not be written, this is the only copy.
      if (!isKeptInBase(one)) arriving.forget(changeIds);
      if (!after.log.marks[rowId]) marks.forget(rowId);
    }
    const departures = dropped.map((one) => ({
      ...one,
      changeIds: [...one.changeIds, ...folded.of(one.changeIds).flatMap(({ changeIds }) => changeIds)],
      markKeys: after.log.marks[one.rowId] ? [] : keys.settle(one.rowId, before.log.marks[one.rowId]),
      isKeptInBase: isKeptInBase(one),
    }));
    for (const { changeIds } of dropped) folded.forget(changeIds);
    return leaving.remove(departures);
  };

  const write = (before: SyncState, after: SyncState, event: SyncEvent): Promise<void> | null => {
    switch (event.type) {
      case 'sync/changesRecorded': {
        const { put, replaced } = recordedChanges(before, after, event.payload.changes);
        return append(put, replaced);
      }
      case 'sync/serverSetBack':
        return append(event.payload.changes, []);
      case 'sync/rowMarked':
        return mark(event.payload.mark, before.log.marks[event.payload.mark.rowId]);
      case 'sync/rowSettled':
        return remove([event.payload], before, after, () => false);
      case 'sync/rowRefused':
        return remove([event.payload], before, after, () => true);
      case 'sync/changesDropped':
        offered.push(...event.payload.dropped.filter((one) => isOfferedNow(before, after, one)));
        return remove(event.payload.dropped, before, after, (one) => isOfferedNow(before, after, one));
      case 'sync/lostListResolved': {
        // What no disk took of the offer would be read as unsent beside the disk's, and offered again.
        const { listId } = event.payload;
        const answered = arriving.all().filter((change) => change.listId === listId && isOffered(before, change));
        arriving.forget(answered.map(({ id }) => id));
        hearAnswer(listId);
        return null;
      }
      case 'sync/pulled':
      case 'sync/deltaReceived':
        return flushBase();
      default:
        return null;
    }
  };

  return {
    write: (before, after, event) => {
      const work = write(before, after, event);
      return work ? pending.track(work) : Promise.resolve();
    },
    flushed: pending.flushed,
    isStuck: arriving.hasFailed,
    heard: (before, after, event) => {
      const { marks: standing } = after.log;
      if (event.type === 'sync/rowMarked') {
        const { mark } = event.payload;
        marks.hear(standing[mark.rowId] ?? mark);
      }
      for (const { rowId, changeIds } of leftBy(event)) {
        arriving.forget(changeIds);
        if (standing[rowId]) continue;
        marks.forget(rowId);
        keys.settle(rowId, undefined);
      }
      if (event.type === 'sync/rowRefused') return;
      if (event.type === 'sync/lostListResolved') hearAnswer(event.payload.listId);
      const left = leftBy(event);
      offered.push(...left.filter((one) => isOfferedNow(before, after, one)));
      leaving.hear(left.filter((one) => !isOfferedNow(before, after, one)));
    },
    correct: (read) => marks.over(leaving.without(insertChanges(folded.without(read), arriving.all()))),
    unwritten: () => ({ changes: arriving.all(), marks: marks.all() }),
    release: leaving.release,
    resume: () => {
      if (arriving.hasFailed()) void pending.track(arriving.put([]));
    },
    stop: pending.stop,
  };
};
