import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';

/**
 * Nobody sees two rows with one uuid. Uuids are random, so what would break that is an error or malice, and is refused: rather once too
 * often, for a row that merely has the same owner as one that is seen, than once too little.
 */
export const makeRowClash = ({ db }: Database) => {
  const withList = prepare(
    db,
    sql`select 1 from items new join items known on known.uuid = new.uuid
      where new.user_id = ${slot('owner')} and new.list = ${slot('list')} and known.user_id <> ${slot('owner')}
        and known.user_id in (
          select owner_id from memberships where user_id = ${slot('user')} and ended_at is null
          union select id from users where id = ${slot('user')})
      limit 1`,
  );
  return {
    /** Whether one of the people may see a row with the uuid. */
    withRowsOf: async (trx: Executor, people: readonly number[], uuid: string): Promise<boolean> => {
      const ids = sql.join(people);
      const { rows } = await sql`select 1 from items where uuid = ${uuid} and user_id in (
        select owner_id from memberships where user_id in (${ids}) and ended_at is null
        union select id from users where id in (${ids})) limit 1`.execute(trx);
      return rows.length > 0;
    },
    /** Whether the person may see a row with a uuid that an item of the list has. */
    withItemsOf: async (trx: Executor, person: number, owner: number, list: string): Promise<boolean> =>
      (await withList.first(trx, { user: person, owner, list })) !== undefined,
  };
};

export type RowClash = ReturnType<typeof makeRowClash>;
