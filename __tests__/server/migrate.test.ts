import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/src/database';
import { initial } from '../../server/src/migrations/001-initial';
import { sqliteDialect } from '../../server/src/sqliteDatabase';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listy-migrate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database as a release with so many migrations left it. */
const leaveOld = async (version: number): Promise<string> => {
  const file = join(folder, 'old.db');
  const db = new Kysely<Record<string, never>>({ dialect: sqliteDialect(file) });
  await initial(db, 'sqlite');
  for (const statement of [
    sql`create table schema_version (version bigint not null)`,
    sql`insert into schema_version (version) values (${sql.lit(version)})`,
    sql`insert into users (document_id, username, email, password_hash, created_at, updated_at)
      values ('d', 'ania', 'ania@example.com', 'x', 1, 1)`,
    sql`insert into applied_changes (user_id, device, row_uuid, change_id) values (1, 'phone', 'item', '0000000014-tab')`,
  ]) {
    await statement.execute(db);
  }
  await db.destroy();
  return file;
};

describe('a database of an older release', () => {
  test('keeps its rows and drops the order of keys', async () => {
    const file = await leaveOld(1);
    const database = await openDatabase(file);
    const { rows } = await sql`select username from users`.execute(database.db);
    expect(rows).toEqual([{ username: 'ania' }]);
    const tables = await sql`select name from sqlite_master where name = 'applied_changes'`.execute(database.db);
    expect(tables.rows).toEqual([]);
    await database.close();
    await (await openDatabase(file)).close();
  });
});

test('a database of a newer release is not touched', async () => {
  await expect(openDatabase(await leaveOld(99))).rejects.toThrow('use a newer release');
});
