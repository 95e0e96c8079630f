import { afterEach, expect, jest, test } from '@jest/globals';
import { indexedDatabase } from '../../src/storage/indexedDatabase';
import { settled } from '../support/settled';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Two builds of the app use one database: a window of the older one is open, or somebody went back to it. */
const olderBuild = (name: string) => indexedDatabase({ name, stores: ['rows'] });
const newerBuild = (name: string) => indexedDatabase({ name, stores: ['rows', 'parts'], numbered: ['commits'] });

type Database = ReturnType<typeof indexedDatabase>;

const put = (database: Database, store: string, key: string): Promise<void> =>
  database.transact('readwrite', (of) => {
    of(store).put(key, key);
    return () => undefined;
  });

const keysIn = (database: Database, store: string): Promise<IDBValidKey[]> =>
  database.transact('readonly', (of) => {
    const keys = of(store).getAllKeys();
    return () => keys.result;
  });

test('given an open window of an older build, when a newer build adds its stores, then both store and read', async () => {
  const older = olderBuild('two-builds-1');
  await put(older, 'rows', 'a');

  const newer = newerBuild('two-builds-1');
  await put(newer, 'parts', 'b');
  await put(older, 'rows', 'c');

  expect(await keysIn(newer, 'rows')).toEqual(['a', 'c']);
  expect(await keysIn(newer, 'parts')).toEqual(['b']);
  expect(await keysIn(older, 'rows')).toEqual(['a', 'c']);
});

test('given an open window of an older build, when a newer build has added its stores, then the next write begins at once', async () => {
  const older = olderBuild('two-builds-4');
  await put(older, 'rows', 'a');
  await put(newerBuild('two-builds-4'), 'parts', 'b');
  await settled();

  // The page may be closed right after the write.
  const commit = jest.spyOn(IDBTransaction.prototype, 'commit');
  const written = put(older, 'rows', 'c');
  expect(commit).toHaveBeenCalledTimes(1);
  await written;
});

test('given an open window, when its database is deleted, then it is not made again by itself', async () => {
  const window = olderBuild('two-builds-5');
  await put(window, 'rows', 'a');
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('two-builds-5').onsuccess = resolve;
  });
  await settled();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('two-builds-5');
});

test('given the database of a newer build, when an older build opens it, then it stores and reads, and takes nothing away', async () => {
  await put(newerBuild('two-builds-2'), 'parts', 'a');

  const older = olderBuild('two-builds-2');
  await put(older, 'rows', 'b');

  expect(await keysIn(older, 'rows')).toEqual(['b']);
  expect(await keysIn(newerBuild('two-builds-2'), 'parts')).toEqual(['a']);
});

test('given two windows that add the same stores at once, then both store', async () => {
  await put(olderBuild('two-builds-3'), 'rows', 'a');
  const both = [newerBuild('two-builds-3'), newerBuild('two-builds-3')];

  await Promise.all(both.map((database, place) => put(database, 'parts', String(place))));

  expect(await Promise.all(both.map((database) => keysIn(database, 'parts')))).toEqual([
    ['0', '1'],
    ['0', '1'],
  ]);
});
