import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';
import { busy } from './problems';

export type QueueForWriter = <T>(writer: number, work: () => Promise<T>) => Promise<T>;

/**
 * Lets each writer do one piece of work at a time. On PostgreSQL a user’s writes would wait for each other at the user’s locked row.
 * Each would hold a connection while it waits, so one user whose row is locked for long could take them all.
 * @param patienceMs how long a piece of work may wait for its turn; then it fails with `busy`
 */
export const writersQueue = (patienceMs: number): QueueForWriter => {
  const mutexes = new Map<number, MutexInterface>();
  return async (writer, work) => {
    const mutex = mutexes.get(writer) ?? withTimeout(new Mutex(), patienceMs, busy());
    mutexes.set(writer, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(writer);
    }
  };
};
