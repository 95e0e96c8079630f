import { asUserId, type ChangeId, type UserId } from '../../../src/contract/ids';
import { BASE_KEY, type BaseStore, openBaseStore } from '../../../src/storage/baseStore';
import { type ChangeLog, openChangeLog } from '../../../src/storage/changeLog';
import { baseDatabase, lockName, logDatabase, SESSION_DATABASE } from '../../../src/storage/storageKeys';
import { openWorkerSession, type SessionCopy } from '../../../src/storage/workerSession';
import { type Base, emptyBase, type ServerRows } from '../../../src/sync/syncState';
import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';
import type { Connection, Databases, Records } from './simulatedDatabases';
import { type DiskQueue, type Happening, makeDiskQueue } from './simulatedDiskQueue';

export interface DiskWorld {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly databases: Databases;
  readonly now: () => number;
  /** Who holds a lock now; null where there are no locks, and any tab may write base. */
  readonly isHeldBy: ((owner: Owner, lock: string) => boolean) | null;
  /** Told of every change that is on disk: from there on nobody may lose it. */
  readonly onWritten: (id: ChangeId) => void;
  readonly onWrong: (wrong: string) => void;
}

/** Where the disk was silent before, a write is given up after that. */
const IMPATIENCE_MS = 1000;

/** What stands beside a stored base for the oracle. */
interface Noted {
  /** Its lists. */
  readonly wanted: string;
  readonly askedAt: number;
}

/** What is wrong with a disk at the moment. */
export interface DiskCondition {
  isFull: boolean;
  /** How often it fails to do what it is asked for no reason, 0 to 1. */
  flaws: number;
}

const prints = new WeakMap<object, string>();
const printOf = (rows: object): string => {
  const known = prints.get(rows);
  if (known !== undefined) return known;
  const print = JSON.stringify(rows);
  prints.set(rows, print);
  return print;
};
/** What stands in the lists of a base, in one text. */
const textOf = (lists: readonly (readonly [string, object])[]): string =>
  lists
    .map(([id, rows]) => `${id} ${printOf(rows)}`)
    .sort()
    .join();

/** Nothing clears a dead page's timers: what it still asks for is never answered, and not tried again. */
const untilDead = <Methods extends object>(owner: Owner, methods: Methods): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...asked: unknown[]) => (owner.isDead ? new Promise(() => undefined) : method(...asked)),
    ]),
  ) as Methods;

/** What a browser keeps on its disk, for all users and shared by all of its pages: the product's own storage over it. */
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

  const bucketsOf = (records: Records): [string, ServerRows][] =>
    [...records]
      .filter(([key]) => key.startsWith(`${BASE_KEY}/`))
      .map(([key, rows]) => [key.slice(BASE_KEY.length + 1), rows as ServerRows]);

  const checkLead = (owner: Owner, database: string): void => {
    const user = asUserId(database.slice(baseDatabase(asUserId('')).length));
    if (world.isHeldBy && !world.isHeldBy(owner, lockName(user)))
      world.onWrong('base was written by a tab that does not lead');
  };

  /** The lead is given back when base is written, or the disk took too long; and what stands there is of one moment. */
  const checkBase = (owner: Owner, database: string, records: Records): void => {
    const { wanted, askedAt } = records.get(BASE_KEY) as unknown as Noted;
    if (world.now() - askedAt < IMPATIENCE_MS) checkLead(owner, database);
    const there = textOf(bucketsOf(records));
    if (world.isHeldBy && there !== wanted)
      world.onWrong(`base on disk is ${there}, and not ${wanted}, as it was written`);
  };

  const join = (owner: Owner): ((name: string) => string) => {
    const opened: Connection[] = [];
    connections.set(owner, opened);
    const client = {
      owner,
      hand: (database: string, written: readonly string[], happening: Happening) => {
        if (written.includes(BASE_KEY) && !owner.isDead) checkLead(owner, database);
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
      onHappened: (database: string, written: readonly string[]) => {
        for (const key of written)
          if (key.startsWith('change/')) world.onWritten(key.slice('change/'.length) as ChangeId);
        const records = files.get(database);
        if (records && written.includes(BASE_KEY)) checkBase(owner, database, records);
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

  return {
    condition,
    openLog: (owner: Owner, user: UserId, newId: () => string): ChangeLog =>
      untilDead(owner, openChangeLog(userFor(owner, user), newId)),
    openBase: async (owner: Owner, user: UserId): Promise<BaseStore> => {
      const store = await openBaseStore(userFor(owner, user));
      return untilDead(owner, {
        // The writer goes on changing its object.
        setItem: <Value>(key: string, value: Value) => {
          const items = (value as { base: Base }).base.items as Record<string, ServerRows>;
          const noted: Noted = { wanted: textOf(Object.entries(items)), askedAt: world.now() };
          return store.setItem(key, { ...value, ...noted });
        },
        getItem: async <Value>(key: string) => {
          const stored = await store.getItem<Value & Partial<Noted>>(key);
          if (!stored) return null;
          const { wanted: _, askedAt: __, ...value } = stored;
          return value as Value;
        },
        removeItem: (key: string) => store.removeItem(key),
      } as BaseStore);
    },
    openSession: (owner: Owner): SessionCopy => untilDead(owner, openWorkerSession(nameFor(owner, SESSION_DATABASE))),
    /** What stands of the session for the worker. */
    sessionRecords: (): ReadonlyMap<string, unknown> => recordsOf(SESSION_DATABASE),
    /** As the next page would read it. */
    base: (user: UserId): Base => {
      const records = recordsOf(baseDatabase(user));
      const { base = emptyBase } = (records.get(BASE_KEY) ?? {}) as { base?: Base };
      return { ...base, items: Object.fromEntries(bucketsOf(records)) };
    },
    users: (): UserId[] =>
      [...files.keys()]
        .filter((name) => name.startsWith(logDatabase(asUserId(''))))
        .map((name) => asUserId(name.slice(logDatabase(asUserId('')).length))),
    died: (owner: Owner): void => {
      for (const queue of queues.values()) queue.died(owner);
    },
    /** The browser closes what a page has open, as iOS does in the back. */
    breakConnections: (owner: Owner): void => {
      for (const connection of connections.get(owner)?.splice(0) ?? []) {
        connection.close();
        connection.onclose?.();
      }
    },
  };
};

export type BrowserDisk = ReturnType<typeof makeDisk>;
