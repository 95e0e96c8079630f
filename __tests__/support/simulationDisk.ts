import type { ChangeId, RowId } from '../../src/contract/ids';
import type { ChangeLog } from '../../src/storage/changeLog';
import { insertChange, withMark } from '../../src/sync/record';
import { type Base, type Change, emptyBase, emptyLog, type Mark, type SyncState } from '../../src/sync/syncState';
import type { Owner, Scheduler } from './simulationScheduler';

/** Writes of one owner land in the order they were begun, as IndexedDB's do; whoever dies leaves the rest unwritten. */
const inOrder = (scheduler: Scheduler, owner: Owner) => {
  let tail: Promise<void> = Promise.resolve();
  return (act: () => void): Promise<void> => {
    tail = tail.then(() => scheduler.turn(owner)).then(act);
    return tail;
  };
};

/** A device's disk: each record is written by itself, in its own time, and what is written survives the device's death. */
export const makeDisk = (scheduler: Scheduler) => {
  const changes = new Map<ChangeId, Change>();
  const marks = new Map<RowId, Mark>();
  let base: Base = emptyBase;

  const logFor = (owner: Owner): ChangeLog => {
    const write = inOrder(scheduler, owner);
    return {
      read: async () => ({ log: stored().log, device: '', damaged: 0 }),
      append: async (batch) => {
        await Promise.all(batch.map((change) => write(() => changes.set(change.id, change))));
      },
      remove: async (ids) => {
        await Promise.all(ids.map((id) => write(() => changes.delete(id))));
      },
      putMark: (mark) => write(() => marks.set(mark.rowId, mark)),
      removeMark: (rowId) => write(() => marks.delete(rowId)),
    };
  };

  const stored = (): SyncState => ({
    base,
    log: [...marks.values()].reduce(withMark, [...changes.values()].reduce(insertChange, emptyLog)),
  });

  return {
    logFor,
    /** Writes base as it is when the write begins. */
    baseFor: (owner: Owner) => {
      const write = inOrder(scheduler, owner);
      return (now: Base): Promise<void> =>
        write(() => {
          base = now;
        });
    },
    stored,
    has: (id: ChangeId): boolean => changes.has(id),
  };
};

export type Disk = ReturnType<typeof makeDisk>;
