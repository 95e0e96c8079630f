import { Mutex, type MutexInterface, Semaphore, withTimeout } from 'async-mutex';
import { busy } from './databaseFault';

type QueueForWriter = <T>(writer: number | undefined, work: () => Promise<T>) => Promise<T>;

/**
 * Runs one piece of work per writer at a time, and a limited number of all. On PostgreSQL writes wait at locked rows of
 * users, and each holds a connection meanwhile. So one slow user, or a frozen process that has locked many, could take
 * all connections, also those for reads.
 * @param most the number of pieces of work that may run at once
 * @param timeoutMs how long work may wait for its turn; then it fails with `busy`
 */
export const writersQueue = (most: number, timeoutMs: number): QueueForWriter => {
  const places = withTimeout(new Semaphore(most), timeoutMs, busy());
  const mutexes = new Map<number, MutexInterface>();
  return async (writer, work) => {
    const inPlace = () => places.runExclusive(work);
    if (writer === undefined) return inPlace();
    const mutex = mutexes.get(writer) ?? withTimeout(new Mutex(), timeoutMs, busy());
    mutexes.set(writer, mutex);
    try {
      return await mutex.runExclusive(inPlace);
    } finally {
      if (!mutex.isLocked()) mutexes.delete(writer);
    }
  };
};
