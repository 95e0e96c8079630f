import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { backupCommand } from '../../server/src/commands/backup';
import { restoreCommand } from '../../server/src/commands/restore';
import { UsageError } from '../../server/src/commands/usageError';
import { userCommand } from '../../server/src/commands/user';
import { openDatabase } from '../../server/src/database';
import { makeServices } from '../../server/src/services';
import { nameOf, readEnv } from '../../server/src/startUp';
import { StartUpError } from '../../server/src/startUpError';

const GIVEN = ['DATA_DIR', 'LISTY_PASSWORD', 'PORT', 'DATABASE_URL', 'PUBLIC_URL'];
let dataDir = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'listy-user-'));
  Object.assign(process.env, { DATA_DIR: dataDir, LISTY_PASSWORD: 'correct horse' });
});
afterEach(() => {
  for (const name of GIVEN) delete process.env[name];
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the account command', () => {
  test('adds an account once, and says in which database', async () => {
    const file = join(dataDir, 'listy.sqlite');
    const added = await userCommand(['add', 'ola@example.com', '--new']);
    expect(added).toBe(`ola@example.com can sign in now (database ${file}, made now)`);
    await expect(userCommand(['add', 'Ola@example.com'])).rejects.toThrow('Email or Username are already taken');
    expect(await userCommand(['add', 'jan@example.com'])).toBe(`jan@example.com can sign in now (database ${file})`);
    const today = new Date().toISOString().slice(0, 10);
    expect(await userCommand(['list'])).toBe(
      `email\tcreated\tlast change\njan@example.com\t${today}\tnever\nola@example.com\t${today}\tnever`,
    );
  });

  test('given a folder without a database, as with a forgotten DATA_DIR, names it and makes none', async () => {
    const other = join(dataDir, 'other');
    process.env.DATA_DIR = other;
    for (const args of [['add', 'ola@example.com'], ['password', 'ola@example.com'], ['list']]) {
      await expect(userCommand(args)).rejects.toThrow(`there is no database in ${other}`);
    }
    expect(existsSync(other)).toBe(false);
  });

  test('given a database of an older release, on which an older server may be at work, changes no table', async () => {
    const database = await openDatabase(join(dataDir, 'listy.sqlite'));
    await sql`update schema_version set version = 1`.execute(database.db);
    await expect(userCommand(['add', 'ola@example.com'])).rejects.toThrow('start the server once');
    await database.close();
  });

  test('sets a new password and removes an account', async () => {
    await userCommand(['add', 'ola@example.com', '--new']);
    process.env.LISTY_PASSWORD = 'a new one';
    expect(await userCommand(['password', 'ola@example.com'])).toContain('has a new password');
    expect(await userCommand(['remove', 'ola@example.com'])).toContain('is removed');
    await expect(userCommand(['remove', 'ola@example.com'])).rejects.toThrow('there is no account');
  });

  test('given a stored e-mail that would write to the terminal, then the list shows it harmless, and its password can be set', async () => {
    await userCommand(['add', 'ola@example.com', '--new']);
    const email = '"a\u001b[2k\nb"@example.com';
    const database = await openDatabase(join(dataDir, 'listy.sqlite'));
    await database.db.updateTable('users').set({ email, username: email }).execute();
    await database.close();
    expect(await userCommand(['list'])).toContain('\n"a?[2k?b"@example.com\t');
    expect(await userCommand(['password', email])).toContain('has a new password');
  });

  test('prints a reset link; only the newest works, once, and the old password stays until then', async () => {
    await userCommand(['add', 'ola@example.com', '--new']);
    process.env.PUBLIC_URL = 'https://listy.example/below';
    const first = await userCommand(['reset', 'Ola@example.com']);
    const printed = await userCommand(['reset', 'ola@example.com']);
    const codeOf = (text: string) =>
      / at https:\/\/listy\.example\/below\/guest#reset=([\w-]{43}) within an hour/.exec(text)?.[1] ?? '';
    const database = await openDatabase(join(dataDir, 'listy.sqlite'));
    const { users, passwords, resets } = makeServices({ database });
    const matches = async (text: string) =>
      passwords.matches((await users.byIdentifier('ola@example.com'))?.password_hash ?? null, text);
    expect(await matches('correct horse')).toBe(true);
    const { id } = (await users.byEmail('ola@example.com')) ?? {};
    expect(await resets.use(codeOf(first), 'another horse')).toBeUndefined();
    expect(await resets.use(codeOf(printed), 'another horse')).toMatchObject({ id });
    expect(await resets.use(codeOf(printed), 'a third horse')).toBeUndefined();
    expect([await matches('correct horse'), await matches('another horse')]).toEqual([false, true]);
    await database.close();
    await expect(userCommand(['reset', 'jan@example.com'])).rejects.toThrow('there is no account');
    delete process.env.PUBLIC_URL;
    expect(await userCommand(['reset', 'ola@example.com'])).toContain('https://THE-ADDRESS-OF-THE-APP/guest#reset=');
  });

  test.each([
    [[]],
    [['add']],
    [['reset']],
    [['drop', 'ola@example.com']],
    [['list', 'ola@example.com']],
    [['password', 'ola@example.com', '--new']],
  ])('%j is not understood', async (args) => {
    await expect(userCommand(args)).rejects.toThrow(UsageError);
  });

  test('given no terminal and no LISTY_PASSWORD, then it asks for no password and fails', async () => {
    delete process.env.LISTY_PASSWORD;
    await expect(userCommand(['add', 'ola@example.com', '--new'])).rejects.toThrow('set LISTY_PASSWORD');
  });

  test.each([
    ['no-email', {}, 'valid email'],
    ['ola@example.com', { LISTY_PASSWORD: 'short' }, 'at least 8'],
    ['ola@example.com', { PORT: 'x' }, 'PORT'],
    ['ola@example.com', { DATABASE_URL: 'postgres://127.0.0.1:9/x' }, 'the database cannot be opened'],
    [
      'ola@example.com',
      { DATABASE_URL: 'postgres://127.0.0.1:9/x?sslrootcert=/nowhere/authority.crt' },
      'the database cannot be opened',
    ],
  ])('adding %s with %j is refused: %s', async (email, vars, message) => {
    Object.assign(process.env, vars);
    await expect(userCommand(['add', email, '--new'])).rejects.toThrow(message);
  });
});

/** Only PostgreSQL can be told by its address to take no writes. */
for (const address of process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : []) {
  test('given a database that takes no writes, then a command says so in a sentence', async () => {
    await (await openDatabase(address)).close();
    process.env.DATABASE_URL = `${address}?options=-c%20default_transaction_read_only%3Don`;
    const adding = userCommand(['add', 'ola@example.com']);
    await expect(adding).rejects.toThrow(StartUpError);
    await expect(adding).rejects.toThrow('the database is not available: cannot execute INSERT');
  });
}

test.each([
  [
    'postgres://listy:secret@db.example:5433/listy?sslmode=verify-full',
    'postgres://listy@db.example:5433/listy?sslmode=verify-full',
  ],
  ['postgres://db.example/listy?user=listy&password=secret', 'postgres://db.example/listy?user=listy'],
  ['postgres:///listy?host=/run/postgresql', 'postgres:///listy?host=/run/postgresql'],
  ['postgres://listy@/listy?host=/run/postgresql', 'postgres://listy@/listy?host=/run/postgresql'],
  ['postgres://listy:secret@/listy?host=/run/postgresql', 'postgres://listy@/listy?host=/run/postgresql'],
])('given %s, which PostgreSQL takes, then a message names the database without a password', (DATABASE_URL, shown) => {
  expect(nameOf(readEnv({ DATABASE_URL }))).toBe(shown);
});

test('backup and restore leave PostgreSQL to its own tools', () => {
  process.env.DATABASE_URL = 'postgres://127.0.0.1:9/x';
  expect(() => backupCommand(['copy'])).toThrow('pg_dump');
  expect(() => restoreCommand(['copy'])).toThrow('pg_restore');
});

test.each([[[]], [['a', 'b']], [['--help']]])('a backup or restore with %j is not understood', (args) => {
  expect(() => backupCommand(args)).toThrow(UsageError);
  expect(() => restoreCommand(args)).toThrow(UsageError);
});
