import type { ChangeId, ListId } from '../contract/ids';
import { insertChanges } from '../sync/record';
import { recordedChanges } from '../sync/recordedChanges';
import type { Heard, SyncEvent } from '../sync/syncEvents';
import type { Base, Change, Dropped, Log, Mark, SyncState } from '../sync/syncState';
import { makeAnsweredKeys } from './answeredKeys';
import { makeFolded } from './folded';
import { isOffered, leftBy } from './leftBy';
import { makePendingWrites } from './pendingWrites';
import { makeRemovals, type RemovalPorts } from './removals';
import { makeSentMarks } from './sentMarks';
import { makeUnwrittenChanges } from './unwrittenChanges';
import type { UserDatabase } from './userDatabase';

/**
 * Carries each event to the disk in one transaction, begun in the turn in which it happens: so a kill leaves all of an event or
 * nothing. What the disk refuses stays in memory and is tried again. Page and worker write through it alike.
 */
export interface Journal {
  /** Begins the writes of an event; resolves, and never rejects, when they are on disk or were reported as failed. */
  write(before: SyncState, after: SyncState, event: SyncEvent): Promise<void>;
  /** Writes what of base the disk has not, where this tab writes it. */
  writeBase(): Promise<void>;
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
  readonly database: Pick<UserDatabase, 'commit'>;
  /** What the user's last session in this tab left. */
  readonly left?: Unwritten;
  /** Base as it is now; null while this tab does not write it. */
  readonly base: () => Base | null;
  readonly onError: (error: unknown) => void;
  readonly onLeft?: RemovalPorts['onLeft'];
  /** Changes are on disk, in the place of those they were folded from: others may know them. */
  readonly onArrived?: (arrived: Heard) => void;
  /** A change could not be written: until it is, nobody but this tab can send it. */
  readonly onStuck?: () => void;
  /** Something was written, and nothing waits in memory because its write failed. */
  readonly onWritten: () => void;
}

export const makeJournal = ({
  database,
  left = { changes: [], marks: [] },
  base,
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
  const hearAnswer = (listId: ListId): void => removals.hear(offered.filter((one) => one.listId === listId));
  const keys = makeAnsweredKeys();
  const marks = makeSentMarks(database, left.marks, (id) => unwritten.has(id));
  const removals = makeRemovals({
    database,
    base,
    onLeft,
    onGone: (ids) => unwritten.forget(ids),
    onMet: () => void pending.track(removals.write()),
  });
  /** The changes they are folded from, which are on disk. */
  const behind = (changes: readonly Change[]): readonly Dropped[] => folded.of(changes.map(({ id }) => id));
  const unwritten = makeUnwrittenChanges(
    (changes) => {
      // Who finds a change must find that it was sent.
      const { marks: sent, removedMarks } = marks.with(changes);
      const removedChanges = behind(changes).flatMap(({ changeIds }) => changeIds);
      return database.commit({ changes, marks: sent, removedMarks, removedChanges });
    },
    (changes) => {
      marks.written(marks.with(changes).marks);
      onArrived({ changes, replaced: behind(changes) });
      folded.forget(changes.map(({ id }) => id));
    },
    left.changes,
  );
  const hasFailed = (): boolean => unwritten.hasFailed() || removals.hasFailed();
  const pending = makePendingWrites({
    hasFailed: () => hasFailed() || marks.hasFailed(),
    tryAgain: async () => {
      const left = removals.hasFailed() ? [removals.write()] : [];
      const ends = await Promise.allSettled([unwritten.put([]), marks.retry(), ...left]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
    onWritten: () => {
      if (!hasFailed()) onWritten();
    },
    onError: (error) => {
      onError(error);
      if (unwritten.hasFailed()) onStuck();
    },
  });

  const append = (changes: readonly Change[], replaced: readonly Dropped[]): Promise<void> => {
    for (const { changeIds } of replaced) unwritten.forget(changeIds);
    folded.note(changes, replaced);
    return unwritten.put(changes);
  };

  const mark = (sent: Mark, before: Mark | undefined): Promise<void> => marks.put(sent, keys.mark(sent, before));

  const remove = (
    dropped: readonly Dropped[],
    before: SyncState,
    after: SyncState,
    needsBase: (place: Dropped) => boolean,
  ): Promise<void> => {
    for (const one of dropped) {
      const { rowId, changeIds } = one;
      // What base is to keep and no disk has: should base not be written, this is the only copy.
      if (!needsBase(one)) unwritten.forget(changeIds);
      if (!after.log.marks[rowId]) marks.forget(rowId);
    }
    removals.add(
      dropped.map((one) => ({
        ...one,
        changeIds: [...one.changeIds, ...folded.of(one.changeIds).flatMap(({ changeIds }) => changeIds)],
        markKeys: after.log.marks[one.rowId] ? [] : keys.settle(one.rowId, before.log.marks[one.rowId]),
        needsBase: needsBase(one),
      })),
    );
    for (const { changeIds } of dropped) folded.forget(changeIds);
    return removals.write();
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
        const answered = unwritten.all().filter((change) => change.listId === listId && isOffered(before, change));
        unwritten.forget(answered.map(({ id }) => id));
        hearAnswer(listId);
        return removals.write();
      }
      default:
        return after.base === before.base ? null : removals.write();
    }
  };

  return {
    write: (before, after, event) => {
      const work = write(before, after, event);
      return work ? pending.track(work) : Promise.resolve();
    },
    writeBase: () => pending.track(removals.write()),
    flushed: pending.flushed,
    isStuck: unwritten.hasFailed,
    heard: (before, after, event) => {
      const { marks: standing } = after.log;
      if (event.type === 'sync/rowMarked') {
        const { mark } = event.payload;
        marks.hear(standing[mark.rowId] ?? mark);
      }
      for (const { rowId, changeIds } of leftBy(event)) {
        unwritten.forget(changeIds);
        if (standing[rowId]) continue;
        marks.forget(rowId);
        keys.settle(rowId, undefined);
      }
      if (event.type === 'sync/rowRefused') return;
      if (event.type === 'sync/lostListResolved') hearAnswer(event.payload.listId);
      const gone = leftBy(event);
      offered.push(...gone.filter((one) => isOfferedNow(before, after, one)));
      removals.hear(gone.filter((one) => !isOfferedNow(before, after, one)));
    },
    correct: (read) => marks.over(removals.without(insertChanges(folded.without(read), unwritten.all()))),
    unwritten: () => ({ changes: unwritten.all(), marks: marks.all() }),
    release: removals.release,
    resume: () => {
      if (unwritten.hasFailed()) void pending.track(unwritten.put([]));
    },
    stop: pending.stop,
  };
};
