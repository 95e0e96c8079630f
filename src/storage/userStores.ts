import type { UserId } from '../contract/ids';
import { isObject } from '../contract/records';
import { userDatabaseName } from '../contract/storageKeys';
import { BASE_STORES, type BaseDifferences, type BaseRecord } from './baseRecords';
import type { DatabaseShape, Stores } from './indexedDatabase';
import { LOG_STORES, type LogRecord } from './logRecords';

/** The stores of a user's database, and the requests that write and read their records. */

const STORES = [...BASE_STORES, ...LOG_STORES] as const;
const COMMITS = 'commits';
const DEVICE = 'device';

/** The number of commits that are kept. A tab that missed more reads everything. */
const KEPT_COMMITS = 500;

interface Commit {
  readonly by: string;
  /** Counts the transactions of this tab, so that it finds its own again. */
  readonly attempt: number;
  /** Names of records. */
  readonly names: readonly string[];
}

/** In a commit: the whole base. */
export const ALL = '*';

/** The name of a record in a commit: store and key, such as `changes 00kx…-tab`. */
export const nameOfRecord = ({ store, key }: { readonly store: string; readonly key: string }): string =>
  `${store} ${key}`;

const splitName = (name: string): readonly [store: string, key: string] => {
  const space = name.indexOf(' ');
  return [name.slice(0, space), name.slice(space + 1)];
};

/** Requests all records of these stores. The returned function reads them. */
const recordsOf = (store: Stores, names: readonly string[]) => {
  const requests = names.map((name) => [name, store(name).getAllKeys(), store(name).getAll()] as const);
  return () =>
    requests.flatMap(([name, keys, values]) =>
      keys.result.map((key, at) => ({ store: name, key: String(key), value: values.result[at] as unknown })),
    );
};

const isCommit = (value: unknown): value is Commit =>
  isObject(value) && typeof value.by === 'string' && Array.isArray(value.names);

export type Author = Pick<Commit, 'by' | 'attempt'>;

const isOfBase = (store: string): boolean => BASE_STORES.some((name) => name === store);

/** Puts the content of one transaction, and the commit that tells the other tabs which records changed. */
export const putWrite = (
  store: Stores,
  author: Author,
  log: readonly LogRecord[],
  ofBase: BaseDifferences | null,
): void => {
  if (ofBase?.isWhole) for (const name of ['lists', 'items']) store(name).clear();
  const records = [...log, ...(ofBase?.records ?? [])];
  for (const { store: name, key, value } of records) {
    if (value === undefined) store(name).delete(key);
    else store(name).put(value, key);
  }
  const names = ofBase?.isWhole ? [...log.map(nameOfRecord), ALL] : records.map(nameOfRecord);
  if (names.length) store(COMMITS).put({ ...author, names } satisfies Commit);
};

/** Deletes the commits that hardly any tab still has to read. @param position the last commit that this tab has read */
export const deleteOldCommits = (store: Stores, position: number | null): void => {
  if (position !== null && position > KEPT_COMMITS)
    store(COMMITS).delete(IDBKeyRange.upperBound(position - KEPT_COMMITS));
};

/** The shape of a user's database. @param newId creates the name of a new one */
export const shapeOf = (user: UserId, newId: () => string) =>
  ({
    name: userDatabaseName(user),
    stores: STORES,
    numbered: [COMMITS],
    onCreated: (store: Stores) => store('meta').put(newId(), DEVICE),
  }) satisfies DatabaseShape;

/** The whole content of a user's database at one moment. */
export interface StoredAll {
  readonly ofBase: readonly BaseRecord[];
  readonly log: readonly LogRecord[];
  /** The name of the database. */
  readonly device: string;
  /** The last commit. */
  readonly position: number;
}

/** Reads everything in one transaction. */
export const readAll = (store: Stores): (() => StoredAll) => {
  const ofBase = recordsOf(store, BASE_STORES);
  const log = recordsOf(store, LOG_STORES);
  const device = store('meta').get(DEVICE);
  const commits = store(COMMITS).getAllKeys();
  return () => ({
    ofBase: ofBase() as BaseRecord[],
    log: log() as LogRecord[],
    device: String(device.result),
    position: Number(commits.result.at(-1) ?? 0),
  });
};

/** Whether this attempt was carried out, as far back as commits are kept. */
export const hasCommit =
  ({ by, attempt }: Author) =>
  (store: Stores) => {
    const commits = store(COMMITS).getAll();
    return () => commits.result.filter(isCommit).some((commit) => commit.by === by && commit.attempt === attempt);
  };

/** Reads the named records, and the commits after a position. */
export const readNamed = (names: readonly string[], position: number) => (store: Stores) => {
  const records = names.map((name) => {
    const [of, key] = splitName(name);
    return { store: of, key, read: store(of).get(key) };
  });
  const range = IDBKeyRange.lowerBound(position, true);
  const keys = store(COMMITS).getAllKeys(range);
  const commits = store(COMMITS).getAll(range);
  const device = store('meta').get(DEVICE);
  const valuesOf = (ofBase: boolean) =>
    records
      .filter(({ store: name }) => isOfBase(name) === ofBase)
      .map(({ read, ...record }) => ({ ...record, value: read.result as unknown }));
  return () => ({
    ofBase: valuesOf(true) as BaseRecord[],
    log: valuesOf(false) as LogRecord[],
    positions: keys.result.map(Number),
    commits: commits.result.filter(isCommit),
    device: String(device.result),
  });
};
