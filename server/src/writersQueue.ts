import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';
import { busy } from './problems';

export type InWritersTurn = <T>(writer: number, work: () => Promise<T>) => Promise<T>;

/**
 * Lets each writer do one piece of work at a time. On PostgreSQL a user’s writes wait for each other at the user’s
 * locked row anyway; waiting there, each would hold a connection, and one user whose row is locked for long could take them all.
 * @param patienceMs how long a piece of work may wait for its turn; then it fails with `busy`
 */
export const writersQueue = (patienceMs: number): InWritersTurn => {
  const turns = new Map<number, MutexInterface>();
  return async (writer, work) => {
    const turn = turns.get(writer) ?? withTimeout(new Mutex(), patienceMs, busy());
    turns.set(writer, turn);
    try {
      return await turn.runExclusive(work);
    } finally {
      if (!turn.isLocked()) turns.delete(writer);
    }
  };
};
