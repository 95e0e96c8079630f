import type { ChangeId } from '../contract/ids';
import type { Dropped } from '../sync/planPush';
import type { RowPlace } from '../sync/record';
import type { SyncEvent } from '../sync/syncEvents';
import { type Change, changesOf, type SyncState } from '../sync/syncState';
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
}

export interface JournalPorts {
  readonly log: ChangeLog;
  /** Resolves when base as it is now is on disk. */
  readonly flushBase: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Something was written, and no change waits in memory because its write failed. */
  readonly onWritten: () => void;
}

/** Changes that could not be written are tried again so much later, unless another write takes them along before. */
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

export const makeJournal = ({ log, flushBase, onError, onWritten }: JournalPorts): Journal => {
  const unwritten = new Map<ChangeId, Change>();
  const failed = new Set<ChangeId>();
  let isRetrying = false;
  const running = new Set<Promise<void>>();

  const forget = (dropped: readonly Dropped[]): ChangeId[] => {
    const ids = dropped.flatMap(({ changeIds }) => changeIds);
    for (const id of ids) {
      unwritten.delete(id);
      failed.delete(id);
    }
    return ids;
  };

  const put = async (changes: readonly Change[]): Promise<void> => {
    for (const { id } of changes) failed.delete(id);
    try {
      await log.append(changes);
    } catch (error) {
      for (const { id } of changes) if (unwritten.has(id)) failed.add(id);
      retryLater();
      throw error;
    }
    for (const { id } of changes) unwritten.delete(id);
  };

  const failedChanges = (): Change[] => [...unwritten.values()].filter(({ id }) => failed.has(id));

  const retryLater = (): void => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(() => {
      isRetrying = false;
      void track(put(failedChanges()));
    }, RETRY_MS);
  };

  /** What could not be written earlier goes along: a disk that was full for a moment loses nothing. */
  const append = async (changes: readonly Change[], replaced: readonly Dropped[]): Promise<void> => {
    const old = forget(replaced);
    const again = failedChanges();
    for (const change of changes) unwritten.set(change.id, change);
    await put([...again, ...changes]);
    await log.remove(old);
  };

  const remove = async (dropped: readonly Dropped[], after: SyncState): Promise<void> => {
    const ids = forget(dropped);
    await flushBase();
    await log.remove(ids);
    for (const { rowId } of dropped) if (!after.log.marks[rowId]) await log.removeMark(rowId);
  };

  const write = (before: SyncState, after: SyncState, event: SyncEvent): Promise<void> | null => {
    switch (event.type) {
      case 'sync/changesRecorded': {
        const { put, replaced } = recordedChanges(before, after, event.payload.changes);
        return append(put, replaced);
      }
      case 'sync/rowMarked':
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
    unwritten: () => [...unwritten.values()],
  };
};
