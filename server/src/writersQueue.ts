import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';
import { busy } from './problems';

type QueueForWriter = <T>(writer: number, work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work per writer at a time. On PostgreSQL a user's writes would wait for each other at the locked
 * row. Each would hold a connection meanwhile, so one slow user could take them all.
 * @param timeoutMs how long work may wait for its turn; then it fails with `busy`
 */
export const writersQueue = (timeoutMs: number): QueueForWriter => {
  const mutexes = new Map<number, MutexInterface>();
  return async (writer, work) => {
    const mutex = mutexes.get(writer) ?? withTimeout(new Mutex(), timeoutMs, busy());
    mutexes.set(writer, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(writer);
    }
  };
};
