import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';

/**
 * Prevents that somebody sees two rows with the same uuid. Uuids are random, so a clash is an error or an attack and is
 * refused. The check is stricter than needed: it also refuses a clash with any row of the same owner.
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
    /** Whether one of the people may see a row with this uuid. */
    withRowsOf: async (trx: Executor, people: readonly number[], uuid: string): Promise<boolean> => {
      const ids = sql.join(people);
      const { rows } = await sql`select 1 from items where uuid = ${uuid} and user_id in (
        select owner_id from memberships where user_id in (${ids}) and ended_at is null
        union select id from users where id in (${ids})) limit 1`.execute(trx);
      return rows.length > 0;
    },
    /** Whether the person may see a row with the uuid of one of the list's items. */
    withItemsOf: async (trx: Executor, person: number, owner: number, list: string): Promise<boolean> =>
      (await withList.first(trx, { user: person, owner, list })) !== undefined,
  };
};

export type RowClash = ReturnType<typeof makeRowClash>;
