/**
 * The floor of a request that needs the database: node:http over the same driver and simplified tables, without tokens, events or
 * checks. `node bareServer.mjs PORT`, over `DATABASE_URL`, or a SQLite file in `DATA_DIR`. The `Authorization` header itself names the user.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

const COLUMNS = 'user_id text, uuid text, list text, description text, quantity text, done int, updated_at bigint';
const TABLE = `create table if not exists bare_items (${COLUMNS}, primary key (user_id, uuid))`;
const INSERT = 'insert into bare_items values (?, ?, ?, ?, ?, ?, ?)';
const UPDATE = 'update bare_items set description = ?, done = ?, updated_at = ? where user_id = ? and uuid = ?';
const SELECT = 'select * from bare_items where user_id = ? order by updated_at limit ?';

const numbered = (sql) => {
  let at = 0;
  return sql.replaceAll('?', () => `$${++at}`);
};

const openSqlite = () => {
  const db = new BetterSqlite(join(process.env.DATA_DIR, 'bare.sqlite'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(TABLE);
  const [insert, update, select] = [INSERT, UPDATE, SELECT].map((sql) => db.prepare(sql));
  const all = db.transaction((rows) => rows.map((row) => update.run(row)));
  return { insert: (row) => insert.run(row), update: all, select: (values) => select.all(values) };
};

const openPostgres = async () => {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
  await pool.query(TABLE);
  const query = (name, sql) => (values) => ({ name, text: numbered(sql), values });
  const [insert, update, select] = [query('insert', INSERT), query('update', UPDATE), query('select', SELECT)];
  const inTransaction = async (rows) => {
    const client = await pool.connect();
    await client.query('begin');
    for (const row of rows) await client.query(update(row));
    await client.query('commit');
    client.release();
  };
  return {
    insert: (row) => pool.query(insert(row)),
    update: inTransaction,
    select: async (values) => (await pool.query(select(values))).rows,
  };
};

const database = process.env.DATABASE_URL ? await openPostgres() : openSqlite();
const fields = ({ description = '', quantity = '', done = false }) => [description, quantity, done ? 1 : 0];

const answer = async (request, user, url, data) => {
  const limit = Number(url.searchParams.get('pagination[pageSize]') ?? 100_000);
  if (request.method === 'GET') return url.pathname.endsWith('lists') ? [] : database.select([user, limit]);
  if (request.method === 'POST') await database.insert([user, data.uuid, data.list, ...fields(data), Date.now()]);
  else {
    const entries = Array.isArray(data) ? data : [{ ...data, uuid: url.pathname.split('/').at(-1) }];
    await database.update(
      entries.map(({ uuid, ...entry }) => [entry.description, entry.done ? 1 : 0, Date.now(), user, uuid]),
    );
  }
  return data;
};

createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const url = new URL(request.url, 'http://bare');
  const user = request.headers.authorization ?? '';
  const body = JSON.stringify({ data: await answer(request, user, url, text ? JSON.parse(text).data : null) });
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' }).end(body);
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => process.exit(0));
