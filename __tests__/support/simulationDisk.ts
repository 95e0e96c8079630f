import type { ChangeId } from '../../src/contract/ids';
import type { LogRecord } from '../../src/storage/logRecords';
import type { UserDatabase } from '../../src/storage/userDatabase';
import { storedState } from '../../src/storage/userDatabase';
import { type Base, emptyBase, type SyncState } from '../../src/sync/model/syncState';
import type { Owner, Scheduler } from './simulationScheduler';

/** Transactions of one owner are stored in the order in which they began, as in IndexedDB. When the owner is killed, the rest is not stored. */
const inOrder = (scheduler: Scheduler, owner: Owner) => {
  let tail: Promise<void> = Promise.resolve();
  return (act: () => void): Promise<void> => {
    tail = tail.then(() => scheduler.turn(owner)).then(act);
    return tail;
  };
};

/** A device's disk. Each transaction is stored some time later, all of it or nothing. The content survives a kill. */
export const makeDisk = (scheduler: Scheduler) => {
  const log = new Map<string, LogRecord>();
  let base: Base = emptyBase;

  const databaseFor = (owner: Owner): Pick<UserDatabase, 'commit' | 'isStored'> => {
    const write = inOrder(scheduler, owner);
    return {
      commit: (asked) =>
        write(() => {
          for (const record of asked.log ?? []) {
            const name = `${record.store} ${record.key}`;
            if (record.value === undefined) log.delete(name);
            else log.set(name, record);
          }
          if (asked.base) base = asked.base;
        }),
      isStored: () => Promise.reject(new Error('each transaction of this disk is answered')),
    };
  };

  const stored = (): SyncState => storedState({ base, log: [...log.values()] });

  return { databaseFor, stored, has: (id: ChangeId): boolean => log.has(`changes ${id}`) };
};

export type Disk = ReturnType<typeof makeDisk>;
