import type { ChangeId } from '../../src/contract/ids';
import type { UserDatabase } from '../../src/storage/userDatabase';
import { insertChange } from '../../src/sync/record';
import { type Base, type Change, emptyBase, emptyLog, type SyncState } from '../../src/sync/syncState';
import type { Owner, Scheduler } from './simulationScheduler';
import { makeStoredMarks } from './storedMarks';

/** Transactions of one owner land in the order they were begun, as IndexedDB's do; whoever dies leaves the rest unwritten. */
const inOrder = (scheduler: Scheduler, owner: Owner) => {
  let tail: Promise<void> = Promise.resolve();
  return (act: () => void): Promise<void> => {
    tail = tail.then(() => scheduler.turn(owner)).then(act);
    return tail;
  };
};

/** A device's disk: each transaction is written in its own time, all of it or nothing, and survives the device's death. */
export const makeDisk = (scheduler: Scheduler) => {
  const changes = new Map<ChangeId, Change>();
  const marks = makeStoredMarks();
  let base: Base = emptyBase;

  const databaseFor = (owner: Owner): Pick<UserDatabase, 'commit'> => {
    const write = inOrder(scheduler, owner);
    return {
      commit: (asked) =>
        write(() => {
          for (const id of asked.removedChanges ?? []) changes.delete(id);
          for (const { rowId, markKeys } of asked.removedMarks ?? []) marks.remove(rowId, markKeys);
          for (const change of asked.changes ?? []) changes.set(change.id, change);
          for (const mark of asked.marks ?? []) marks.put(mark);
          if (asked.base) base = asked.base;
        }),
    };
  };

  const stored = (): SyncState => ({
    base,
    log: marks.over([...changes.values()].reduce(insertChange, emptyLog)),
  });

  return { databaseFor, stored, has: (id: ChangeId): boolean => changes.has(id) };
};

export type Disk = ReturnType<typeof makeDisk>;
