import type { UserId } from '../contract/ids';
import type { Base } from '../sync/model/syncState';
import { type BaseRecord, type BaseRecords, makeBaseRecords } from './baseRecords';
import { indexedDatabase } from './indexedDatabase';
import type { LogRecord } from './logRecords';
import { takeReading } from './readAhead';
import { nameOfRecord } from './recordName';
import {
  ALL,
  COMMITS,
  type Commit,
  isCurrent,
  isOfBase,
  KEPT_COMMITS,
  putBase,
  putLog,
  readAll,
  readNamed,
  type StoredAll,
  shapeOf,
} from './userStores';

/**
 * All that is stored of one user, in one database: base, the changes that have not left yet, and the writes that are unanswered
 * or refused. What belongs together is written in one transaction, so that a kill leaves all of it or nothing. Each transaction
 * also adds to `commits` who wrote it and which records it touched: so the other tabs read what is new, and nothing else.
 */
export interface UserDatabase {
  /** Rejects when the database cannot be opened. */
  open(): Promise<void>;
  /** All that stands there, or what others changed since the last reading; all of one moment. */
  read(what: 'new' | 'all'): Promise<Reading>;
  /** Writes in one transaction, in the order of the calls; rejects when nothing of it was written. */
  commit(write: DiskWrite): Promise<void>;
}

export interface Reading {
  /** All of it, also where only what is new was asked for: who was away for long cannot be told. */
  readonly isWhole: boolean;
  readonly log: readonly LogRecord[];
  /** All of it; null where there is none, or nothing of it changed. */
  readonly base: Base | null;
  /** The name of the database: another name is another database, made anew. */
  readonly device: string;
}

/** One transaction. */
export interface DiskWrite {
  /** Records of the log, to put or to remove. */
  readonly log?: readonly LogRecord[];
  /** Base as it is now; what of it the disk has already is not written again. */
  readonly base?: Base;
}

/**
 * Opens a user's database.
 * @param newId names a new one, and this tab's commits
 */
export const openUserDatabase = (user: UserId, newId: () => string): UserDatabase => {
  const known = makeBaseRecords();
  const me = newId();
  /** The last commit that this tab has read; null where it does not know. */
  let position: number | null = null;
  const shape = shapeOf(user, newId);
  const database = indexedDatabase({
    ...shape,
    onClosed: () => {
      known.forget();
      position = null;
    },
  });
  let newestBase: Base | null = null;

  /** How often base was written. A reading that it was written after tells nothing of what stands there now. */
  let baseWrites = 0;
  const unlessWritten = (writesBefore: number, take: () => Base | null): Base | null => {
    if (baseWrites === writesBefore) return take();
    known.forget();
    return null;
  };

  /** What the page's first script has read, if that still stands there. */
  const readBefore = async (): Promise<StoredAll | null> => {
    const all = await takeReading(shape.name).catch(() => null);
    return all && (await database.transact('readonly', isCurrent(all))) ? all : null;
  };

  const readWhole = async (): Promise<Reading> => {
    const writes = baseWrites;
    const all = (await readBefore()) ?? (await database.transact('readonly', readAll));
    const { entries, log, device, position: last } = all;
    position = last;
    return { isWhole: true, log, base: unlessWritten(writes, () => known.take(entries)), device };
  };

  /** Reads the records that others touched, and again where more were touched meanwhile: what is told is of one moment. */
  const readNew = async (from: number): Promise<Reading> => {
    const names = new Set<string>();
    const writes = baseWrites;
    for (;;) {
      const asked = names.size;
      const read = await database.transact('readonly', readNamed([...names], from));
      const first = read.positions[0];
      if (position !== from || (first !== undefined && first > from + 1)) return readWhole();
      for (const { by, names: touched } of read.commits) if (by !== me) for (const name of touched) names.add(name);
      if (names.has(ALL)) return readWhole();
      if (names.size > asked) continue;
      position = read.positions.at(-1) ?? from;
      const ofBase = read.records.filter(({ store }) => isOfBase(store)) as unknown as BaseRecord[];
      const log = read.records.filter(({ store }) => !isOfBase(store)) as unknown as LogRecord[];
      const base = ofBase.length ? unlessWritten(writes, () => known.patch(ofBase)) : null;
      return { isWhole: false, log, base, device: read.device };
    }
  };

  return {
    open: database.open,
    read: (what) => (what === 'all' || position === null ? readWhole() : readNew(position)),
    commit: async ({ base, log = [] }) => {
      if (base) {
        newestBase = base;
        baseWrites += 1;
      }
      const tried: ReturnType<BaseRecords['differences']>[] = [];
      try {
        await database.transact('readwrite', (store) => {
          const touched = log.map(nameOfRecord);
          if (base && newestBase) {
            // A second try on a new connection may come after a newer write, and must not take that back.
            const differences = known.differences(newestBase);
            tried.push(differences);
            putBase(store, differences);
            touched.push(...(differences.isWhole ? [ALL] : differences.records.map(nameOfRecord)));
          }
          putLog(store, log);
          if (touched.length) store(COMMITS).put({ by: me, names: touched } satisfies Commit);
          if (base && position !== null && position > KEPT_COMMITS)
            store(COMMITS).delete(IDBKeyRange.upperBound(position - KEPT_COMMITS));
          return () => undefined;
        });
      } catch (error) {
        for (const { isWhole, records } of tried) {
          if (isWhole) known.forget();
          else known.doubt(records);
        }
        throw error;
      }
    },
  };
};
