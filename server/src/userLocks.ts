import { type RawBuilder, sql } from 'kysely';
import type { StreamEventName } from '../../src/contract/events';
import { busy } from './databaseFault';
import type { Database } from './databasePort';
import type { ListMember } from './listMembers';
import { insertMany } from './manyRows';
import { type Executor, prepare, slot } from './preparedQuery';
import { unauthorized } from './problems';
import type { EventTable } from './tables';

export interface Writer {
  readonly userId: number;
  /** The browser session of the writer, which does not get its own events back; null if unknown. */
  readonly session: string | null;
  /** Whether the user is known to be in shared lists. It only saves a second try; a wrong value is detected. */
  readonly isSharing?: boolean;
}

/** A write that holds the locks of all its readers. Nobody else writes their rows until it is committed. */
export interface LockedWrite {
  readonly trx: Executor;
  /**
   * The next time, greater than the clocks of all locked users. It is the `updatedAt` of a row and the id of its event.
   * @param count the number of rows; each gets its own time, counted up from the returned one
   */
  tick(count?: number): number;
  /** The members of a list, or only its owner if it was never shared. Ascending. */
  membersOf(owner: number, list: string): readonly number[];
  /** Stores the events for each reader. Events for other people contain the writer's name. */
  emit(...events: readonly NewEvent[]): Promise<void>;
}

export interface NewEvent {
  readonly readers: readonly number[];
  readonly id: number;
  readonly name: StreamEventName;
  /** The record as JSON for this reader. */
  readonly data: (reader: number) => string;
}

/**
 * Finds all members of the shared lists that the write touches. Called before the locks are taken, and again under
 * them.
 */
type FindMembers = (trx: Executor) => Promise<readonly ListMember[]>;
export type WithUserLocks = <T>(
  writer: Writer,
  findMembers: FindMembers,
  work: (write: LockedWrite) => Promise<T>,
) => Promise<T>;

interface LockedUser {
  readonly id: number;
  readonly clock: number;
  readonly shares: number;
  readonly name: string | null;
}

/** Somebody joined one of the lists between reading its members and locking them. */
class MembersChanged extends Error {}
/** The lock shows that the writer is in shared lists. */
class SharesLists extends Error {}

const MOST_TRIES = 3;

/** Adds the writer's name to the JSON of a record, without parsing it. */
const withWriterName = (text: string, name: string | null): string =>
  name === null ? text : `${text.slice(0, -1)},"by":${JSON.stringify({ name })}}`;

const lockQueries = (database: Database) => {
  const { db, dialect } = database;
  const locked = (which: RawBuilder<unknown>) =>
    sql<LockedUser>`select id, clock, shares, name from users where ${which}
      order by id ${sql.raw(dialect === 'postgres' ? 'for update' : '')}`;
  const lockOne = prepare(db, locked(sql`id = ${slot('user')}`));
  const setClock = prepare(db, sql`update users set clock = ${slot('clock')} where id = ${slot('user')}`);
  return {
    /** Locks in the order of ids, so that two writes cannot deadlock. */
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

/** Answers who has a list: of a list that is not shared, its owner. */
const membersByList = (members: readonly ListMember[]): LockedWrite['membersOf'] => {
  const byList = new Map<string, Set<number>>();
  for (const { owner, list, user } of members) {
    const key = `${owner} ${list}`;
    byList.set(key, (byList.get(key) ?? new Set()).add(user));
  }
  return (owner, list) => [...(byList.get(`${owner} ${list}`) ?? [owner])].sort((a, b) => a - b);
};

/**
 * Runs a write under the locks of all users it concerns: the writer and all members of the lists. The lock is the
 * user's row. Rows, events and the users' clocks change in one transaction. So each user's clock grows in the order of
 * commits. A client that asks for rows newer than its newest one never misses any. A user's clock follows the machine's
 * clock, but never stops or goes back.
 * @param onCommit called once after a commit, with all users whose event log grew
 */
export const makeWithUserLocks = (
  database: Database,
  now: () => number,
  onCommit: (userIds: readonly number[]) => void,
): WithUserLocks => {
  const queries = lockQueries(database);
  // SQLite has one writer at a time, so nobody can join between the two reads.
  const readsTwice = database.dialect === 'postgres';

  const membersUnderLock = async (trx: Executor, writer: Writer, findMembers: FindMembers, isSharing: boolean) => {
    const before = isSharing ? await findMembers(trx) : [];
    const wanted = new Set([writer.userId, ...before.flatMap(({ user, owner }) => [user, owner])]);
    const users = await queries.lock(
      trx,
      [...wanted].sort((a, b) => a - b),
    );
    const self = users.find(({ id }) => id === writer.userId);
    if (!self) throw unauthorized('Invalid credentials');
    if (!isSharing && self.shares === 1) throw new SharesLists();
    const members = isSharing && readsTwice ? await findMembers(trx) : before;
    const ids = new Set(users.map(({ id }) => id));
    if (members.some(({ user, owner }) => !ids.has(user) || !ids.has(owner))) throw new MembersChanged();
    return { self, users, members };
  };

  const attempt = async <T>(
    writer: Writer,
    findMembers: FindMembers,
    work: (write: LockedWrite) => Promise<T>,
    isSharing: boolean,
  ): Promise<T> => {
    const moved = new Map<number, number>();
    const result = await database.write(async (trx) => {
      moved.clear();
      const { self, users, members } = await membersUnderLock(trx, writer, findMembers, isSharing);
      let clock = Math.max(...users.map((user) => user.clock));
      const done = await work({
        trx,
        tick: (count = 1) => {
          const first = Math.max(Math.floor(now()), clock + 1);
          clock = first + count - 1;
          return first;
        },
        membersOf: membersByList(members),
        emit: async (...events) => {
          const stored = events.flatMap(({ readers, id, name, data }) =>
            readers.map((reader) => {
              if (!users.some((user) => user.id === reader)) throw new Error('a reader is not locked');
              moved.set(reader, Math.max(id, moved.get(reader) ?? 0));
              const isOwn = reader === writer.userId;
              const text = isOwn ? data(reader) : withWriterName(data(reader), self.name);
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

  return async (writer, findMembers, work) => {
    let isSharing = writer.isSharing === true;
    for (let tries = 0; tries < MOST_TRIES; ) {
      try {
        return await attempt(writer, findMembers, work, isSharing);
      } catch (error) {
        if (error instanceof SharesLists) isSharing = true;
        else if (error instanceof MembersChanged) tries += 1;
        else throw error;
      }
    }
    throw busy();
  };
};
