import { type RawBuilder, sql } from 'kysely';
import type { StreamEventName } from '../../src/contract/events';
import type { Seat } from './audience';
import type { Database } from './databasePort';
import { insertMany } from './manyRows';
import { type Executor, prepare, slot } from './preparedQuery';
import { busy, unauthorized } from './problems';
import type { EventTable } from './tables';

export interface Writer {
  readonly userId: number;
  /** The writing browser session, which does not get its own events back; null when it does not say. */
  readonly session: string | null;
  /** Whether the user is known to be in shared lists. Only saves a start: a wrong word is noticed. */
  readonly isSharing?: boolean;
}

/** One write's turn at the rows of one or more lists: nobody else writes them until it is committed. */
export interface Turn {
  readonly trx: Executor;
  /**
   * The next moment, above the clocks of all whom the write may tell: the `updatedAt` of the row written with it, and the id of its event.
   * @param count of rows; each gets a moment, one after the other, from the one returned
   */
  tick(count?: number): number;
  /** Who is in a list: its members, or its owner alone when it was never shared. Ascending. */
  membersOf(owner: number, list: string): readonly number[];
  /** Stores the events for each of their readers; those of others than the writer name the writer. */
  emit(...events: readonly TurnEvent[]): Promise<void>;
}

export interface TurnEvent {
  readonly readers: readonly number[];
  readonly id: number;
  readonly name: StreamEventName;
  /** The record as JSON, as the reader is told it. */
  readonly data: (reader: number) => string;
}

/** Finds everybody in the shared lists that the write is about. Asked before the lock, and again under it. */
export type FindSeats = (trx: Executor) => Promise<readonly Seat[]>;
export type TakeTurn = <T>(writer: Writer, findSeats: FindSeats, work: (turn: Turn) => Promise<T>) => Promise<T>;

interface LockedUser {
  readonly id: number;
  readonly clock: number;
  readonly shares: number;
  readonly name: string | null;
}

/** Somebody joined one of the lists between the look at their members and the lock. */
class MembersChanged extends Error {}
/** The writer is in shared lists, which nobody knew before the lock. */
class SharesMeanwhile extends Error {}

const STARTS = 3;

const named = (text: string, name: string | null): string =>
  name === null ? text : `${text.slice(0, -1)},"by":${JSON.stringify({ name })}}`;

const turnQueries = (database: Database) => {
  const { db, dialect } = database;
  const locked = (which: RawBuilder<unknown>) =>
    sql<LockedUser>`select id, clock, shares, name from users where ${which}
      order by id ${sql.raw(dialect === 'postgres' ? 'for update' : '')}`;
  const lockOne = prepare(db, locked(sql`id = ${slot('user')}`));
  const setClock = prepare(db, sql`update users set clock = ${slot('clock')} where id = ${slot('user')}`);
  return {
    /** In the order of ids, so that two writes never wait for each other. */
    lock: async (trx: Executor, [first = 0, ...more]: readonly number[]): Promise<LockedUser[]> =>
      more.length === 0
        ? lockOne.all(trx, { user: first })
        : (await locked(sql`id in (${sql.join([first, ...more])})`).execute(trx)).rows,
    setClocks: async (trx: Executor, clocks: ReadonlyMap<number, number>): Promise<void> => {
      for (const clock of new Set(clocks.values())) {
        const users = [...clocks].filter(([, moment]) => moment === clock).map(([user]) => user);
        const [user] = users;
        if (users.length === 1) await setClock.all(trx, { user, clock });
        else await trx.updateTable('users').set({ clock }).where('id', 'in', users).execute();
      }
    },
    addEvents: insertMany<EventTable>(database, 'events', ['user_id', 'id', 'name', 'session', 'data']),
  };
};

/**
 * The law of the log: rows, events and clocks of all members of the lists that a write is about move in one transaction, under the lock of
 * their users' rows. So each person's clock is in the order of commits, and a reader that asks from the newest moment they saw never misses a
 * row. A clock follows the machine's, but never stands still or goes back when that one does.
 * @param onCommit called once after a commit, with all whose event log grew
 */
export const makeTakeTurn = (
  database: Database,
  now: () => number,
  onCommit: (userIds: readonly number[]) => void,
): TakeTurn => {
  const queries = turnQueries(database);
  // SQLite has one writer at a time: nobody joins between the look and the lock.
  const looksTwice = database.dialect === 'postgres';

  const seatsUnderLock = async (trx: Executor, writer: Writer, findSeats: FindSeats, isSharing: boolean) => {
    const before = isSharing ? await findSeats(trx) : [];
    const wanted = new Set([writer.userId, ...before.flatMap(({ user, owner }) => [user, owner])]);
    const users = await queries.lock(
      trx,
      [...wanted].sort((a, b) => a - b),
    );
    const self = users.find(({ id }) => id === writer.userId);
    if (!self) throw unauthorized('Invalid credentials');
    if (!isSharing && self.shares === 1) throw new SharesMeanwhile();
    const seats = isSharing && looksTwice ? await findSeats(trx) : before;
    const ids = new Set(users.map(({ id }) => id));
    if (seats.some(({ user, owner }) => !ids.has(user) || !ids.has(owner))) throw new MembersChanged();
    return { self, users, seats };
  };

  const membersIn = (seats: readonly Seat[]) => {
    const byList = new Map<string, Set<number>>();
    for (const { owner, list, user } of seats) {
      const key = `${owner} ${list}`;
      byList.set(key, (byList.get(key) ?? new Set()).add(user));
    }
    return (owner: number, list: string): readonly number[] =>
      [...(byList.get(`${owner} ${list}`) ?? [owner])].sort((a, b) => a - b);
  };

  const attempt = async <T>(
    writer: Writer,
    findSeats: FindSeats,
    work: (turn: Turn) => Promise<T>,
    isSharing: boolean,
  ): Promise<T> => {
    const moved = new Map<number, number>();
    const result = await database.write(async (trx) => {
      moved.clear();
      const { self, users, seats } = await seatsUnderLock(trx, writer, findSeats, isSharing);
      let clock = Math.max(...users.map((user) => user.clock));
      const done = await work({
        trx,
        tick: (count = 1) => {
          const first = Math.max(Math.floor(now()), clock + 1);
          clock = first + count - 1;
          return first;
        },
        membersOf: membersIn(seats),
        emit: async (...events) => {
          const stored = events.flatMap(({ readers, id, name, data }) =>
            readers.map((reader) => {
              if (!users.some((user) => user.id === reader)) throw new Error('a reader is not locked');
              moved.set(reader, Math.max(id, moved.get(reader) ?? 0));
              const isOwn = reader === writer.userId;
              const text = isOwn ? data(reader) : named(data(reader), self.name);
              return { user_id: reader, id, name, session: isOwn ? writer.session : null, data: text };
            }),
          );
          await queries.addEvents(trx, stored);
        },
      });
      await queries.setClocks(trx, moved);
      return done;
    }, writer.userId);
    if (moved.size > 0) onCommit([...moved.keys()]);
    return result;
  };

  return async (writer, findSeats, work) => {
    let isSharing = writer.isSharing === true;
    for (let starts = 0; starts < STARTS; ) {
      try {
        return await attempt(writer, findSeats, work, isSharing);
      } catch (error) {
        if (error instanceof SharesMeanwhile) isSharing = true;
        else if (error instanceof MembersChanged) starts += 1;
        else throw error;
      }
    }
    throw busy();
  };
};
