import { isDeepStrictEqual } from 'node:util';
import { asUserId, type ChangeId, type UserId } from '../../../src/contract/ids';
import { lockName, SESSION_DATABASE, userDatabaseName } from '../../../src/contract/storageKeys';
import { BASE_STORES, type BaseRecord, makeBaseRecords } from '../../../src/storage/baseRecords';
import { LOG_STORES, type LogRecord } from '../../../src/storage/logRecords';
import { isSilent } from '../../../src/storage/patience';
import { openUserDatabase, storedState, type UserDatabase } from '../../../src/storage/userDatabase';
import { openWorkerSession, type SessionCopy } from '../../../src/storage/workerSession';
import { type Base, emptyBase, type SyncState } from '../../../src/sync/model/syncState';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';
import { untilDead } from '../untilDead';
import { type Connection, type Databases, keysIn, type Records, valueIn } from './simulatedDatabases';
import { type DiskQueue, type Happening, makeDiskQueue } from './simulatedDiskQueue';

interface DiskWorld {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly databases: Databases;
  readonly now: () => number;
  /** Whether the tab holds the lock now; null without locks, when any tab may write base. */
  readonly isHeldBy: ((owner: Owner, lock: string) => boolean) | null;
  /** Called with every change that was written to disk. From then on it must not be lost. */
  readonly onWritten: (id: ChangeId) => void;
  readonly onDeleted: (id: ChangeId, owner: Owner) => void;
  /** The disk did not answer a transaction for so long that the page went on without it. */
  readonly onSilent: () => void;
  readonly onWrong: (wrong: string) => void;
}

/** What is wrong with a disk at the moment. */
interface DiskCondition {
  isFull: boolean;
  /** How often it refuses a request without a reason, 0 to 1. */
  flaws: number;
}

const CHANGES = 'changes:';

/** The changes among the names of records. */
const changesIn = (names: readonly string[]): ChangeId[] =>
  names.flatMap((name) => (name.startsWith(CHANGES) ? [name.slice(CHANGES.length) as ChangeId] : []));

const isSameBase = (a: Base, b: Base): boolean => isDeepStrictEqual([a.lists, a.items], [b.lists, b.items]);

/** The disk of a browser, for all users and shared by all its pages, with the product's own storage on it. */
export const makeDisk = (world: DiskWorld) => {
  const files = new Map<string, Records>();
  const condition: DiskCondition = { isFull: false, flaws: 0 };
  const queues = new Map<string, DiskQueue>();
  const connections = new Map<Owner, Connection[]>();
  const names = new Map<Owner, (name: string) => string>();

  const queueOf = (database: string): DiskQueue => {
    const queue = queues.get(database) ?? makeDiskQueue(world.scheduler, world.random, world.now);
    queues.set(database, queue);
    return queue;
  };

  /** Whether the transaction wrote base. Every write of base contains a `meta` record. */
  const isOfBase = (written: readonly string[]): boolean => written.some((name) => name.startsWith('meta:'));

  const checkLead = (owner: Owner, database: string): void => {
    const user = asUserId(database.slice(userDatabaseName(asUserId('')).length));
    if (world.isHeldBy && !world.isHeldBy(owner, lockName(user)))
      world.onWrong('base was written by a tab that does not lead');
  };

  const join = (owner: Owner): ((name: string) => string) => {
    const opened: Connection[] = [];
    connections.set(owner, opened);
    const client = {
      owner,
      hand: (database: string, written: readonly string[], happening: Happening) => {
        if (isOfBase(written) && !owner.isDead) checkLead(owner, database);
        queueOf(database).hand(owner, happening);
      },
      find: (database: string) => files.get(database) ?? null,
      create: (database: string) => {
        const records: Records = new Map();
        files.set(database, records);
        return records;
      },
      refusal: (isWrite: boolean) => {
        if (isWrite && condition.isFull) return new DOMException('No room.', 'QuotaExceededError');
        if (condition.flaws && world.random.chance(condition.flaws)) return new DOMException('Broken.', 'UnknownError');
        return null;
      },
      onHappened: (_database: string, written: readonly string[], deleted: readonly string[]) => {
        for (const id of changesIn(written)) world.onWritten(id);
        for (const id of changesIn(deleted)) world.onDeleted(id, owner);
      },
    };
    return world.databases.join(client, (connection) => opened.push(connection));
  };

  const nameFor = (owner: Owner, name: string): string => {
    const own = names.get(owner) ?? join(owner);
    names.set(owner, own);
    return own(name);
  };
  const userFor = (owner: Owner, user: UserId): UserId => asUserId(nameFor(owner, user));

  const recordsOf = (database: string): Records => files.get(database) ?? new Map();

  const recordsIn = (user: UserId, stores: readonly string[]) => {
    const records = recordsOf(userDatabaseName(user));
    return stores.flatMap((store) =>
      keysIn(records, store).map((key) => ({ store, key, value: valueIn(records, store, key) })),
    );
  };
  const baseOf = (user: UserId): Base =>
    makeBaseRecords().take(recordsIn(user, BASE_STORES) as BaseRecord[]) ?? emptyBase;
  const stateOf = (user: UserId): SyncState =>
    storedState({ base: baseOf(user), log: recordsIn(user, LOG_STORES) as LogRecord[] });

  return {
    condition,
    openUserDatabase: (owner: Owner, user: UserId, newId: () => string): UserDatabase => {
      const database = openUserDatabase(userFor(owner, user), newId);
      let newest: Base | null = null;
      const commit: UserDatabase['commit'] = async (write) => {
        newest = write.base ?? newest;
        await database.commit(write).catch((error: unknown) => {
          if (isSilent(error)) world.onSilent();
          throw error;
        });
        if (!write.base || write.base !== newest || !world.isHeldBy?.(owner, lockName(user))) return;
        if (!isSameBase(baseOf(user), write.base)) world.onWrong('base on disk is another than was written');
      };
      return untilDead({ ...database, commit }, () => owner.isDead);
    },
    openSession: (owner: Owner): SessionCopy =>
      untilDead(openWorkerSession(nameFor(owner, SESSION_DATABASE)), () => owner.isDead),
    /** The worker's copy of the session. */
    sessionRecords: (): ReadonlyMap<string, unknown> => {
      const records = recordsOf(SESSION_DATABASE);
      return new Map(keysIn(records, 'session').map((key) => [key, valueIn(records, 'session', key)]));
    },
    /** Base as the next page would read it. */
    base: baseOf,
    state: stateOf,
    users: (): UserId[] =>
      [...files.keys()]
        .filter((name) => name.startsWith(userDatabaseName(asUserId(''))))
        .map((name) => asUserId(name.slice(userDatabaseName(asUserId('')).length))),
    died: (owner: Owner): void => {
      for (const queue of queues.values()) queue.died(owner);
    },
    /** The browser closes a page's database connections, as iOS does in the background. */
    breakConnections: (owner: Owner): void => {
      for (const connection of connections.get(owner)?.splice(0) ?? []) connection.lose();
    },
  };
};

export type BrowserDisk = ReturnType<typeof makeDisk>;
