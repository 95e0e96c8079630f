import type { ChangeId } from '../../src/contract/ids';
import type { ChangeLog } from '../../src/storage/changeLog';
import { insertChange } from '../../src/sync/record';
import { type Base, type Change, emptyBase, emptyLog, type SyncState } from '../../src/sync/syncState';
import type { Owner, Scheduler } from './simulationScheduler';
import { makeStoredMarks } from './storedMarks';

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
  const marks = makeStoredMarks();
  let base: Base = emptyBase;

  const logFor = (owner: Owner): ChangeLog => {
    const write = inOrder(scheduler, owner);
    return {
      open: async () => undefined,
      read: async () => ({ log: stored().log, device: '', damaged: 0 }),
      append: async (batch) => {
        await Promise.all(batch.map((change) => write(() => changes.set(change.id, change))));
      },
      remove: (ids, answered = []) =>
        write(() => {
          for (const id of ids) changes.delete(id);
          for (const { rowId, markKeys } of answered) marks.remove(rowId, markKeys);
        }),
      putMark: (mark, replaced) => write(() => marks.put(mark, replaced)),
    };
  };

  const stored = (): SyncState => ({
    base,
    log: marks.over([...changes.values()].reduce(insertChange, emptyLog)),
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
