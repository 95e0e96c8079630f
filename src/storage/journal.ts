import type { ChangeId, RowId } from '../contract/ids';
import { COLLECTIONS } from '../contract/records';
import type { Dropped } from '../sync/planPush';
import { insertChange, type RowPlace, withoutChanges } from '../sync/record';
import type { Heard, SyncEvent } from '../sync/syncEvents';
import { type Change, changesOf, type Log, type SyncState } from '../sync/syncState';
import type { ChangeLog } from './changeLog';

/**
 * Carries each event to the disk, in the one safe order: a change is written before anyone can see it sent, a mark before its
 * request leaves, and a change goes only after the base that replaces it is there. Page and worker write through it alike.
 */
export interface Journal {
  /** Begins the writes of an event; resolves, and never rejects, when they are on disk or were reported as failed. */
  write(before: SyncState, after: SyncState, event: SyncEvent): Promise<void>;
  /**
   * Resolves when everything begun so far is on disk, or was reported as failed. A round goes on after a failure: with a full
   * disk the server is the safest place a change can be.
   */
  flushed(): Promise<void>;
  /** Changes that are in memory only, because their write failed or still runs. */
  unwritten(): readonly Change[];
  /** Another tab led to this event: what it settled here need not be written any more. */
  heard(event: SyncEvent): void;
  /** The log that was read from the disk, with what only this tab's memory holds and without what is only on the disk still. */
  correct(read: Log): Log;
  /**
   * The lead ends: what was settled leaves the disk even where base could not be written. The next leader would take it for
   * unsent and send old text over newer; base is only a copy and is asked for again.
   */
  release(): void;
}

export interface JournalPorts {
  readonly log: ChangeLog;
  /** Resolves when base as it is now is on disk. */
  readonly flushBase: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Changes that were settled long ago are off the disk at last: who read them there must let them go too. */
  readonly onLeft?: (dropped: readonly Dropped[]) => void;
  /** Something was written, and no change waits in memory because its write failed. */
  readonly onWritten: () => void;
}

interface Leaving extends Dropped {
  /** The row was marked again since: its mark stays. */
  readonly hasMark: boolean;
  /** It could not be removed at once: meanwhile another tab may have read it. */
  readonly isLate: boolean;
}

/** What could not be written or removed is tried again so much later, unless another write takes it along before. */
const RETRY_MS = 5000;

const rowOf = (state: SyncState, place: RowPlace): readonly Change[] =>
  changesOf(state.log, place.collection, place.listId)[place.rowId] ?? [];

/** What recording changed in the log: new records to put, and those they were folded from. */
export const recordedChanges = (
  before: SyncState,
  after: SyncState,
  changes: readonly Change[],
): { readonly put: Change[]; readonly replaced: Dropped[] } => {
  const put: Change[] = [];
  const replaced: Dropped[] = [];
  for (const { id, collection, rowId, listId } of changes) {
    const place = { collection, rowId, listId };
    const now = rowOf(after, place);
    const recorded = now.find((change) => change.id === id);
    if (recorded) put.push(recorded);
    const left = rowOf(before, place).filter((change) => !now.some((kept) => kept.id === change.id));
    if (left.length) replaced.push({ ...place, changeIds: left.map((change) => change.id) });
  }
  return { put, replaced };
};

export const makeJournal = ({
  log,
  flushBase,
  onError,
  onWritten,
  onLeft = () => undefined,
}: JournalPorts): Journal => {
  const unwritten = new Map<ChangeId, Change>();
  const failed = new Set<ChangeId>();
  /** Failed once: these go to the disk one by one. */
  const late = new Set<ChangeId>();
  /** Heard from tabs whose disk did not take them: no reading of the disk may make this tab forget them. */
  const borrowed = new Map<ChangeId, Change>();
  /** Folded into newer changes, and perhaps still on disk, where the newer ones could not go: they leave with their row's. */
  const folded = new Map<ChangeId, RowId>();
  /** Out of memory, and not yet off the disk, because base is not there. */
  const leaving = new Map<RowId, Leaving>();
  let isRetrying = false;
  const running = new Set<Promise<void>>();

  const forget = (dropped: readonly Dropped[]): ChangeId[] => {
    const ids = dropped.flatMap(({ changeIds }) => changeIds);
    for (const id of ids) {
      unwritten.delete(id);
      failed.delete(id);
      borrowed.delete(id);
    }
    return ids;
  };

  /** A change must not be on disk without the one it stands on: an update without its insert, an item without its list. */
  const appendInOrder = async (changes: readonly Change[]): Promise<void> => {
    const isAgain = ({ id }: Change): boolean => late.has(id);
    for (const change of changes.filter(isAgain)) await log.append([change]);
    for (const collection of COLLECTIONS) {
      const batch = changes.filter((change) => change.collection === collection && !isAgain(change));
      if (batch.length) await log.append(batch);
    }
  };

  const put = async (changes: readonly Change[]): Promise<void> => {
    for (const { id } of changes) if (failed.delete(id)) late.add(id);
    try {
      await appendInOrder(changes);
    } catch (error) {
      for (const { id } of changes) if (unwritten.has(id)) failed.add(id);
      retryLater();
      throw error;
    }
    for (const { id } of changes) {
      unwritten.delete(id);
      late.delete(id);
    }
  };

  const failedChanges = (): Change[] => [...unwritten.values()].filter(({ id }) => failed.has(id));

  const retryLater = (): void => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      void track(put(failedChanges()).then(() => finishRemovals(new Set())));
    }, RETRY_MS);
  };

  /** What could not be written earlier goes along: a disk that was full for a moment loses nothing. */
  const append = async (changes: readonly Change[], replaced: readonly Dropped[]): Promise<void> => {
    const old = forget(replaced);
    noteFolded(replaced);
    const again = failedChanges();
    for (const change of changes) unwritten.set(change.id, change);
    await put([...again, ...changes]);
    await log.remove(old);
    for (const id of old) folded.delete(id);
  };

  const noteFolded = (replaced: readonly Dropped[]): void => {
    for (const { rowId, changeIds } of replaced) for (const id of changeIds) folded.set(id, rowId);
  };

  const borrow = ({ changes, replaced, isUnwritten }: Heard): void => {
    noteFolded(replaced);
    for (const { changeIds } of replaced) for (const id of changeIds) borrowed.delete(id);
    if (isUnwritten) for (const change of changes) borrowed.set(change.id, change);
  };

  const takeFolded = (rowId: RowId): ChangeId[] => {
    const ids = [...folded].flatMap(([id, row]) => (row === rowId ? [id] : []));
    for (const id of ids) folded.delete(id);
    return ids;
  };

  const remove = (dropped: readonly Dropped[], after: SyncState): Promise<void> => {
    forget(dropped);
    for (const one of dropped) {
      const earlier = leaving.get(one.rowId)?.changeIds ?? [];
      const hasMark = after.log.marks[one.rowId] !== undefined;
      leaving.set(one.rowId, {
        ...one,
        changeIds: [...earlier, ...one.changeIds, ...takeFolded(one.rowId)],
        hasMark,
        isLate: earlier.length > 0,
      });
    }
    return finishRemovals(new Set(dropped.map(({ rowId }) => rowId)));
  };

  const removeFromDisk = async (gone: readonly Leaving[]): Promise<void> => {
    await log.remove(gone.flatMap(({ changeIds }) => changeIds));
    for (const { rowId, hasMark } of gone) if (!(leaving.get(rowId)?.hasMark ?? hasMark)) await log.removeMark(rowId);
  };

  /** Base first: a change may only leave when what replaces it is there. */
  const finishRemovals = async (rows: ReadonlySet<RowId>): Promise<void> => {
    const gone = [...leaving.values()].filter(({ rowId, isLate }) => isLate || rows.has(rowId));
    if (gone.length === 0) return;
    try {
      await flushBase();
      await removeFromDisk(gone);
    } catch (error) {
      for (const { rowId } of gone) {
        const left = leaving.get(rowId);
        if (left) leaving.set(rowId, { ...left, isLate: true });
      }
      retryLater();
      throw error;
    }
    const late = gone.filter(({ rowId }) => leaving.get(rowId)?.isLate);
    for (const one of gone) if (leaving.get(one.rowId)?.changeIds === one.changeIds) leaving.delete(one.rowId);
    if (late.length) onLeft(late);
  };

  const keepMark = (rowId: RowId): void => {
    const left = leaving.get(rowId);
    if (left) leaving.set(rowId, { ...left, hasMark: true });
  };

  const write = (before: SyncState, after: SyncState, event: SyncEvent): Promise<void> | null => {
    switch (event.type) {
      case 'sync/changesRecorded': {
        const { put, replaced } = recordedChanges(before, after, event.payload.changes);
        return append(put, replaced);
      }
      case 'sync/rowMarked':
        keepMark(event.payload.mark.rowId);
        return log.putMark(event.payload.mark);
      case 'sync/rowSettled':
      case 'sync/rowRefused':
        return remove([event.payload], after);
      case 'sync/changesDropped':
        return remove(event.payload.dropped, after);
      case 'sync/pulled':
      case 'sync/deltaReceived':
        return flushBase();
      default:
        return null;
    }
  };

  const track = (work: Promise<void>): Promise<void> => {
    const written = work.then(() => {
      if (failed.size === 0) onWritten();
    }, onError);
    running.add(written);
    void written.finally(() => running.delete(written));
    return written;
  };

  return {
    write: (before, after, event) => {
      const work = write(before, after, event);
      return work ? track(work) : Promise.resolve();
    },
    flushed: async () => {
      await Promise.all(running);
    },
    heard: (event) => {
      if (event.type === 'sync/changesHeard') borrow(event.payload);
      if (event.type === 'sync/rowSettled' || event.type === 'sync/rowRefused') forget([event.payload]);
      if (event.type === 'sync/changesDropped') forget(event.payload.dropped);
    },
    correct: (read) => {
      const kept = [...leaving.values()].reduce((left, { changeIds, ...place }) => {
        return withoutChanges(left, place, changeIds);
      }, read);
      return [...borrowed.values(), ...unwritten.values()].reduce(insertChange, kept);
    },
    unwritten: () => [...unwritten.values()],
    release: () => {
      const gone = [...leaving.values()];
      leaving.clear();
      if (gone.length) void track(removeFromDisk(gone));
    },
  };
};
