import type { UserId } from '../contract/ids';
import { userDatabaseName } from '../contract/storageKeys';
import { reduceSync } from '../sync/model/reduceSync';
import { syncEvent } from '../sync/model/syncEvents';
import { type Base, emptyBase, emptyLog, type SyncState } from '../sync/model/syncState';
import { isProgress, makeBaseRecords } from './baseRecords';
import { type IndexedDatabase, indexedDatabase } from './indexedDatabase';
import { type LogRecord, logPartOf } from './logRecords';
import { isSilent } from './patience';
import { takeReading } from './readAhead';
import { ALL, deleteOldCommits, hasCommit, putWrite, readAll, readNamed, type StoredAll, shapeOf } from './userStores';

/**
 * One user's data in one database: base, the unsent changes, and the writes that have no answer or were refused. Data
 * that belong together are written in one transaction, so a kill leaves all of them or nothing. Each transaction also
 * adds a record to `commits`, with its tab and the records that it changed. So the other tabs read only what is new.
 */
export interface UserDatabase {
  /** Rejects if the database cannot be opened. */
  open(): Promise<void>;
  /**
   * Reads what others changed since the last read, or everything if that is not known; a consistent state of one moment.
   */
  read(): Promise<Reading>;
  /** The next read reads everything. */
  readAllNext(): void;
  /**
   * Writes in one transaction, in the order of the calls. Rejects if nothing was written, or if there is no answer. The
   * caller writes a base only after the write of the base before has an answer.
   */
  commit(write: DiskWrite): Promise<void>;
  /** Whether a write that had no answer was carried out after all. Rejects if there is still no answer. */
  isStored(write: DiskWrite): Promise<boolean>;
  /** The session ended. An open connection would keep itself, and the base that it knows, in memory. */
  close(): void;
}

export interface Reading {
  /** Everything was read: for the first time, or because too many commits were missed. */
  readonly isWhole: boolean;
  readonly log: readonly LogRecord[];
  /** The whole base. Null if there is none, or if nothing of it changed. */
  readonly base: Base | null;
  /** The name of this database. A database that was deleted and created again has another name. */
  readonly device: string;
}

/** The content of one transaction. */
export interface DiskWrite {
  /** Numbers the writes of a tab, so that the disk can be asked about one of them. */
  readonly attempt?: number;
  /** Records of the log, to put or to delete. */
  readonly log?: readonly LogRecord[];
  /** The current base. Only its differences to the disk are written. */
  readonly base?: Base;
}

/** What the page's first script has read, if it is still current. */
const readBefore = async (database: IndexedDatabase, name: string): Promise<StoredAll | null> => {
  const all = await takeReading(name).catch(() => null);
  if (!all) return null;
  const { device, positions } = await database.transact('readonly', readNamed([], all.position));
  return device === all.device && positions.length === 0 ? all : null;
};

/**
 * Opens a user's database.
 * @param newId creates the name of a new database, and the name of this tab in commits
 */
export const openUserDatabase = (user: UserId, newId: () => string): UserDatabase => {
  const known = makeBaseRecords();
  const me = newId();
  /** The last commit that this tab has read. Null if unknown. */
  let position: number | null = null;
  /** Without a known base, what others change in it cannot be read alone. So the next read reads everything. */
  const forget = (): void => {
    known.forget();
    position = null;
  };
  const shape = shapeOf(user, newId);
  const database = indexedDatabase({ ...shape, onClosed: forget });

  /** Counts the writes of base. A read that began before a write does not know the present content of the disk. */
  let baseWrites = 0;
  const unlessWritten = (writesBefore: number, take: () => Base | null): Base | null => {
    if (baseWrites !== writesBefore) forget();
    return baseWrites === writesBefore ? take() : null;
  };

  const readWhole = async (): Promise<Reading> => {
    const writes = baseWrites;
    const all = (await readBefore(database, shape.name)) ?? (await database.transact('readonly', readAll));
    const { ofBase, log, device, position: last } = all;
    position = last;
    const base = unlessWritten(writes, () => known.take(ofBase));
    const isDamaged = !base && ofBase.some(isProgress);
    if (isDamaged) forget();
    return { isWhole: true, log, base, device };
  };

  /** Reads the records that others changed, and repeats while they change more, so that the result is of one moment. */
  const readNew = async (from: number): Promise<Reading> => {
    const names = new Set<string>();
    const writes = baseWrites;
    for (;;) {
      const readCount = names.size;
      const read = await database.transact('readonly', readNamed([...names], from));
      const first = read.positions[0];
      if (position !== from || (first !== undefined && first > from + 1)) return readWhole();
      for (const { by, names: touched } of read.commits) if (by !== me) for (const name of touched) names.add(name);
      if (names.has(ALL)) return readWhole();
      if (names.size > readCount) continue;
      position = read.positions.at(-1) ?? from;
      const { ofBase, log } = read;
      const base = ofBase.length ? unlessWritten(writes, () => known.patch(ofBase)) : null;
      // A damaged record, or no known base. What comes later must not be taken without what came now.
      if (ofBase.length && !base) forget();
      return { isWhole: false, log, base, device: read.device };
    }
  };

  return {
    open: database.open,
    read: () => (position === null ? readWhole() : readNew(position)),
    readAllNext: () => {
      position = null;
    },
    commit: async ({ attempt = 0, base, log = [] }) => {
      if (base) baseWrites += 1;
      try {
        const ofBase = await database.transact('readwrite', (store) => {
          const differences = base ? known.differences(base) : null;
          putWrite(store, { by: me, attempt }, log, differences);
          if (base) deleteOldCommits(store, position);
          return () => differences;
        });
        ofBase?.confirm();
      } catch (error) {
        // It may be carried out later, so what the disk has is unknown.
        if (base && isSilent(error)) forget();
        throw error;
      }
    },
    isStored: ({ attempt = 0 }) => database.transact('readonly', hasCommit({ by: me, attempt })),
    close: database.close,
  };
};

/** The state from all stored records alone. */
export const storedState = ({ base, log }: Pick<Reading, 'base' | 'log'>): SyncState => {
  const { damaged: _, ...part } = logPartOf(log);
  const read = syncEvent('sync/recordsRead', { ...part, isWhole: true, base, isMerged: false });
  return reduceSync({ base: emptyBase, log: emptyLog }, read);
};

/** Deletes the data on this device of a user whose account was deleted. */
export const deleteUserDatabase = (user: UserId): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(userDatabaseName(user));
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    // Another tab has the database open. That tab closes it when it notices the sign-out, and then it is deleted.
    request.onblocked = () => resolve();
  });
