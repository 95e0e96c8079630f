import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from '../../server/src/database';
import type { Database } from '../../server/src/databasePort';
import type { Work } from '../../server/src/groupCommit';

let database: Database;

beforeEach(async () => {
  database = await openDatabase(':memory:');
  await sql`create table parents (id integer primary key)`.execute(database.db);
  await sql`create table notes (text text, parent integer references parents deferrable initially deferred)`.execute(
    database.db,
  );
});
afterEach(() => database.close());

const note =
  (text: string, parent: number | null = null): Work<string> =>
  async (trx) => {
    await sql`insert into notes (text, parent) values (${text}, ${parent})`.execute(trx);
    return text;
  };

const notes = async (): Promise<string[]> =>
  (await sql<{ text: string }>`select text from notes order by text`.execute(database.db)).rows.map(({ text }) => text);

const outcomes = async (works: readonly Work<string>[]): Promise<string[]> =>
  (await Promise.allSettled(works.map((work) => database.write(work)))).map((end) =>
    end.status === 'fulfilled' ? end.value : 'failed',
  );

describe('writes that share one commit', () => {
  test('given one that throws after it wrote, then only its rows are rolled back', async () => {
    const broken: Work<string> = async (trx) => {
      await note('half')(trx);
      throw new Error('a bug');
    };
    expect(await outcomes([note('a'), broken, note('b')])).toEqual(['a', 'failed', 'b']);
    expect(await notes()).toEqual(['a', 'b']);
  });

  /** Turns of the event loop until a write is committed. */
  const turnsOf = async (eachTurn: () => void): Promise<number> => {
    let turns = 0;
    let isCounting = true;
    const count = () => {
      turns += 1;
      eachTurn();
      if (isCounting) setImmediate(count);
    };
    eachTurn();
    const written = database.write(note('a'));
    setImmediate(count);
    await written;
    isCounting = false;
    return turns;
  };

  test('given new connections, of which each turn of the event loop accepts one, they are let in before the commit, but not for ever', async () => {
    expect(await turnsOf(() => undefined)).toBeLessThan(10);
    let waiting = 20;
    const accept = () => {
      if (waiting > 0) database.noteConnection();
      waiting -= 1;
    };
    expect(await turnsOf(accept)).toBeGreaterThanOrEqual(20);
    expect(await turnsOf(database.noteConnection)).toBeLessThan(80);
  });

  test('given a commit that fails, then every write of it fails, and later ones are saved', async () => {
    // The parent that is missing is missed at the commit and not before.
    expect(await outcomes([note('a'), note('orphan', 7), note('b')])).toEqual(['failed', 'failed', 'failed']);
    expect(await notes()).toEqual([]);
    expect(await outcomes([note('later')])).toEqual(['later']);
    expect(await notes()).toEqual(['later']);
  });
});
