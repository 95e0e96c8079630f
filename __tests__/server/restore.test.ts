import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { backupCommand } from '../../server/src/commands/backup';
import { restoreCommand } from '../../server/src/commands/restore';
import { openDatabase } from '../../server/src/database';
import type { Database } from '../../server/src/databasePort';
import { databaseFileIn } from '../../server/src/dataFolder';
import { logKindOf, logOf, renewGeneration } from '../../server/src/sqliteLog';
import { addItem, addList, type Client, type Login, testServer } from './testServer';

let folder = '';
let dataDir = '';
let file = '';
const open: Database[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listy-restore-'));
  useData('data');
});
afterEach(async () => {
  delete process.env.DATA_DIR;
  for (const database of open.splice(0)) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const useData = (name: string): void => {
  dataDir = join(folder, name);
  file = databaseFileIn(dataDir);
  process.env.DATA_DIR = dataDir;
};

const copyOf = (name: string): string => join(folder, name);

/** A server over the data folder, with an account and one list. */
const aServer = async (): Promise<Client> => {
  mkdirSync(dataDir, { recursive: true });
  const { signUp } = await testServer({ location: file });
  const client = await signUp('ania');
  await addList(client, 'weekend');
  return client;
};

/** Items sent together share a commit. */
const fill = (client: Client, count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => addItem(client, `item-${at}`, 'weekend', 'Milk'.repeat(100))));

/** The files as a killed server leaves them, under another name. */
const killedAs = (name: string): void => {
  const from = file;
  useData(name);
  mkdirSync(dataDir);
  copyFileSync(from, file);
  copyFileSync(logOf(from), logOf(file));
};

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

const descriptionsIn = (database: string): string[] => {
  const raw = new BetterSqlite(database, { readonly: true });
  const found = raw.prepare('select description from items order by description').pluck().all();
  raw.close();
  return found as string[];
};

const openFile = async (): Promise<Database> => {
  const database = await openDatabase(file);
  open.push(database);
  return database;
};

const keptAside = (): string[] => readdirSync(dataDir).filter((name) => name.includes('.before-'));

describe('a backup', () => {
  test('is taken while the server writes, holds one moment, and brings everything back', async () => {
    const client = await aServer();
    await addItem(client, 'item-1', 'weekend', 'Milk');
    expect(backupCommand([copyOf('copy')])).toContain('1 account, 1 list, 1 item, last change 2026-03-01T08:00:0');
    await addItem(client, 'item-2', 'weekend', 'Bread');
    expect(readdirSync(folder).sort()).toEqual(['copy', 'data']);
    expect(statSync(copyOf('copy')).mode & 0o777).toBe(0o600);

    useData('other');
    expect(restoreCommand([copyOf('copy')])).toContain('1 account, 1 list, 1 item');
    expect(descriptionsIn(file)).toEqual(['Milk']);
    await openFile();
  });

  test('does not overwrite a file', async () => {
    await aServer();
    writeFileSync(copyOf('copy'), 'last week’s');
    expect(() => backupCommand([copyOf('copy')])).toThrow('is there already');
    expect(readFileSync(copyOf('copy'), 'utf8')).toBe('last week’s');
  });

  test('of a folder without a database says so', () => {
    expect(() => backupCommand([copyOf('copy')])).toThrow(`there is no database in ${file}`);
  });
});

describe('a restore', () => {
  test('given a killed server, then the old data is kept aside, with its log', async () => {
    const client = await aServer();
    backupCommand([copyOf('copy')]);
    await addItem(client, 'item-1', 'weekend', 'Milk');
    killedAs('killed');
    restoreCommand([copyOf('copy')]);
    expect(descriptionsIn(file)).toEqual([]);
    const [aside = ''] = keptAside();
    expect(descriptionsIn(join(dataDir, aside))).toEqual(['Milk']);
    await openFile();
  });

  test('given a running server, then it is refused', async () => {
    await aServer();
    backupCommand([copyOf('copy')]);
    expect(() => restoreCommand([copyOf('copy')])).toThrow('the server runs');
    expect(readdirSync(dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(keptAside()).toEqual([]);
  });

  test('given a cut copy, another program’s file or a newer release, then nothing changes', async () => {
    const client = await aServer();
    await fill(client, 50);
    backupCommand([copyOf('copy')]);
    killedAs('killed');
    const whole = readFileSync(copyOf('copy'));
    writeFileSync(copyOf('cut'), whole.subarray(0, whole.length - 3 * 4096));
    writeFileSync(copyOf('text'), 'this is not a database, it is only text '.repeat(50));
    new BetterSqlite(copyOf('empty')).exec('create table notes (text)').close();
    copyFileSync(copyOf('copy'), copyOf('newer'));
    new BetterSqlite(copyOf('newer')).exec('update schema_version set version = 99').close();
    const before = [hashOf(file), hashOf(logOf(file))];
    for (const name of ['cut', 'text', 'empty', 'newer']) {
      expect(() => restoreCommand([copyOf(name)])).toThrow(`${copyOf(name)} is no copy that can be used`);
    }
    expect(() => restoreCommand([copyOf('nowhere')])).toThrow('there is no file');
    expect(() => restoreCommand([file])).toThrow('is the database itself');
    expect([hashOf(file), hashOf(logOf(file))]).toEqual(before);
    expect(keptAside()).toEqual([]);
  });

  test('given broken data, then they are kept aside too', async () => {
    await aServer();
    backupCommand([copyOf('copy')]);
    useData('broken');
    mkdirSync(dataDir);
    writeFileSync(file, 'a disk that died '.repeat(1000));
    restoreCommand([copyOf('copy')]);
    await openFile();
    const [aside = ''] = keptAside();
    expect(readFileSync(join(dataDir, aside), 'utf8')).toContain('a disk that died');
  });

  test('accepts a data folder that was copied whole, with its log', async () => {
    const client = await aServer();
    await addItem(client, 'item-1', 'weekend', 'Milk');
    killedAs('killed');
    const copied = file;
    useData('new');
    restoreCommand([copied]);
    expect(descriptionsIn(file)).toEqual(['Milk']);
  });
});

describe('the log beside the file', () => {
  test('given an older copy put over the file by hand, the log of the killed server is not replayed over it', async () => {
    const client = await aServer();
    backupCommand([copyOf('copy')]);
    await fill(client, 20);
    killedAs('killed');
    copyFileSync(copyOf('copy'), file);
    const before = hashOf(file);
    await expect(openDatabase(file)).rejects.toThrow('does not belong to the file beside it');
    expect(hashOf(file)).toBe(before);

    rmSync(logOf(file));
    await openFile();
    expect(descriptionsIn(file)).toEqual([]);
  });

  test('given a log without its database file, then it is not deleted silently', async () => {
    await aServer();
    killedAs('killed');
    rmSync(file);
    await expect(openDatabase(file)).rejects.toThrow('does not belong');
    expect(existsSync(logOf(file))).toBe(true);
  });

  test('given a killed server, also during a checkpoint, then its log is used', async () => {
    mkdirSync(dataDir);
    const raw = new BetterSqlite(file);
    raw.pragma('journal_mode = WAL');
    raw.pragma('wal_autocheckpoint = 0');
    raw.exec('create table notes (text)');
    renewGeneration(raw);
    raw.pragma('wal_checkpoint(TRUNCATE)');
    raw.pragma(`user_version = ${String(raw.pragma('user_version', { simple: true }))}`);
    raw.exec(`insert into notes values ('a')`);
    expect(logKindOf(file)).toBe('belongs');
    // The next generation is in the log, then in the file, and the log is still there.
    renewGeneration(raw);
    copyFileSync(logOf(file), copyOf('log'));
    expect(logKindOf(file)).toBe('belongs');
    raw.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(file, copyOf('file'));
    copyFileSync(copyOf('log'), logOf(copyOf('file')));
    raw.close();
    expect(logKindOf(copyOf('file'))).toBe('belongs');
    expect(logKindOf(file)).toBe('none');
  });

  test('given a log without a generation number, then a good database opens and a broken one does not', async () => {
    const client = await aServer();
    await fill(client, 20);
    backupCommand([copyOf('copy')]);
    useData('old');
    mkdirSync(dataDir);
    copyFileSync(copyOf('copy'), file);
    const raw = new BetterSqlite(file);
    raw.pragma('journal_mode = WAL');
    raw.exec(`update items set description = 'Bread'`);
    expect(logKindOf(file)).toBe('unknown');
    copyFileSync(file, copyOf('whole'));
    copyFileSync(logOf(file), logOf(copyOf('whole')));
    raw.close();
    const log = readFileSync(logOf(copyOf('whole')));
    copyFileSync(copyOf('whole'), file);
    writeFileSync(logOf(file), log);
    await (await openDatabase(file)).close();
    expect(new Set(descriptionsIn(file))).toEqual(new Set(['Bread']));

    const other = new BetterSqlite(file).exec('drop table items; vacuum; create table notes (text text primary key)');
    const insert = other.prepare('insert into notes values (?)');
    other.transaction(() => {
      for (let at = 0; at < 500; at += 1) insert.run(`note ${at} ${'x'.repeat(50)}`);
    })();
    other.close();
    writeFileSync(logOf(file), log);
    await expect(openDatabase(file)).rejects.toThrow('does not belong');
  });

  test('given a long log, then a checkpoint writes it into the file', async () => {
    const client = await aServer();
    let longest = 0;
    for (let at = 0; at < 20; at += 1) {
      await addItem(client, `item-${at}`, 'weekend', 'x'.repeat(1_000_000));
      longest = Math.max(longest, statSync(logOf(file)).size);
    }
    expect(longest).toBeLessThan(19_000_000);
    expect(statSync(logOf(file)).size).toBeLessThan(longest);
    expect(logKindOf(file)).toBe('belongs');
  });

  test('given a backup that reads while the log gets long, then writes do not wait for it, and the log is emptied after it', async () => {
    const client = await aServer();
    const reader = new BetterSqlite(file, { readonly: true });
    const write20 = async (name: string): Promise<number> => {
      const begun = performance.now();
      for (let at = 0; at < 20; at += 1) await addItem(client, `${name}-${at}`, 'weekend', 'x'.repeat(1_000_000));
      return performance.now() - begun;
    };
    const unread = await write20('unread');
    reader.exec('begin; select count(*) from items');
    // More than ten of these commits would wait five seconds each.
    expect(await write20('read')).toBeLessThan(8 * unread);
    expect(logKindOf(file)).toBe('belongs');
    const longest = statSync(logOf(file)).size;
    reader.close();
    await addItem(client, 'last', 'weekend');
    expect(statSync(logOf(file)).size).toBeLessThan(longest);
    expect(logKindOf(file)).toBe('belongs');
  });
});

test('given an account made after the backup, then after the restore its token opens no rows of the account that gets its id', async () => {
  const { signUp, call, clock, database } = await testServer();
  const lost = await signUp('ania');
  await database.db.deleteFrom('users').execute();
  await sql`delete from sqlite_sequence`.execute(database.db);
  clock.now += 5000;
  const other = await signUp('ola');
  expect(other.userId).toBe(lost.userId);
  expect((await lost.call('GET', '/api/lists')).status).toBe(401);
  expect((await other.call('GET', '/api/lists')).status).toBe(200);
  clock.now -= 60_000;
  const login = { identifier: 'ola', password: 'ola secret' };
  const { jwt } = (await call('POST', '/api/auth/local', login)).body as Login;
  expect((await call('GET', '/api/lists', undefined, { authorization: `Bearer ${jwt}` })).status).toBe(200);
});
