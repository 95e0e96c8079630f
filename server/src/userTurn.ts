import type { StreamEventName } from '../../src/contract/events';
import type { Database } from './database';
import { inChunks } from './inChunks';
import type { Executor } from './preparedQuery';
import { unauthorized } from './problems';
import { turnQueries } from './recordQueries';

export interface Writer {
  readonly userId: number;
  /** The writing browser session, which does not get its own events back; null when it does not say. */
  readonly session: string | null;
}

/** One write's turn at a user's rows: nobody else writes them until it is committed. */
export interface Turn {
  readonly trx: Executor;
  /**
   * The next moment of the user's clock: the `updatedAt` of the row written with it, and the id of its event.
   * @param count of rows; each gets a moment, one after the other, from the one returned
   */
  tick(count?: number): number;
  emit(...events: readonly TurnEvent[]): Promise<void>;
}

export interface TurnEvent {
  readonly id: number;
  readonly name: StreamEventName;
  readonly data: string;
}

export type TakeTurn = <T>(writer: Writer, work: (turn: Turn) => Promise<T>) => Promise<T>;

/**
 * The law of the log: rows, events and clock of a user move in one transaction under the lock of the user's row, so the
 * clock's order is the order of commits and a reader that asks from the newest moment it saw never misses a row. The clock
 * follows the machine's, but never stands still or goes back when that one does.
 * @param onCommit called after a commit that moved the user's log
 */
export const makeTakeTurn = (database: Database, now: () => number, onCommit: (userId: number) => void): TakeTurn => {
  const queries = turnQueries(database);
  return async (writer, work) => {
    const user = writer.userId;
    let hasMoved = false;
    const result = await database.write(async (trx) => {
      const locked = await queries.lock.first(trx, { user });
      if (!locked) throw unauthorized('Invalid credentials');
      let clock = locked.clock;
      const done = await work({
        trx,
        tick: (count = 1) => {
          const first = Math.max(Math.floor(now()), clock + 1);
          clock = first + count - 1;
          return first;
        },
        emit: async (...events) => {
          const { session } = writer;
          const [only] = events;
          // Nearly always there is one, for which a statement is kept.
          if (only && events.length === 1) await queries.addEvent.all(trx, { user, session, ...only });
          else {
            for (const chunk of inChunks(events)) {
              const rows = chunk.map((event) => ({ user_id: user, session, ...event }));
              await trx.insertInto('events').values(rows).execute();
            }
          }
        },
      });
      hasMoved = clock !== locked.clock;
      if (hasMoved) await queries.setClock.all(trx, { user, clock });
      return done;
    });
    if (hasMoved) onCommit(user);
    return result;
  };
};
