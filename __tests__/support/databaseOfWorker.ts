/**
 * `TEST_DATABASE_URL` names a PostgreSQL database; each worker of jest uses one of its own beside it, so that files can run at the same
 * time. The files of one worker share it.
 */
const DUPLICATE_DATABASE = '42P04';

const shared = process.env.TEST_DATABASE_URL;
if (shared) {
  const { default: pg } = await import('pg');
  const own = new URL(shared);
  own.pathname += `_${process.env.JEST_WORKER_ID}`;
  const client = new pg.Client({ connectionString: shared });
  await client.connect();
  try {
    await client.query(`create database "${own.pathname.slice(1)}"`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_DATABASE)) throw error;
  } finally {
    await client.end();
  }
  process.env.TEST_DATABASE_URL = own.href;
}

export {};
