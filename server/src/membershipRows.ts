import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import type { SeenRow } from './wireRecord';

/** The stored memberships, one row for each person and list. A membership that ended stays, with the time of its end. */
export const makeMembershipRows = (database: Database, newId: () => string) => {
  const { db } = database;
  const insert = prepare(
    db,
    sql`insert into memberships
        (user_id, list, owner_id, id, document_id, list_created_at, joined_at, told_at, ended_at)
      values (${slot('user')}, ${slot('list')}, ${slot('owner')}, ${slot('id')}, ${slot('document')},
        ${slot('created')}, ${slot('joined')}, ${slot('told')}, null)
      on conflict (user_id, list) do update set owner_id = excluded.owner_id, id = excluded.id,
        joined_at = excluded.joined_at, told_at = excluded.told_at, ended_at = null`,
  );
  const isMember = prepare(
    db,
    sql`select 1 from memberships where user_id = ${slot('user')} and list = ${slot('list')} and ended_at is null`,
  );
  const setTold = prepare(
    db,
    sql`update memberships set told_at = ${slot('moment')}
      where owner_id = ${slot('owner')} and list = ${slot('list')} and ended_at is null`,
  );
  const end = prepare(
    db,
    sql`update memberships set ended_at = ${slot('moment')} where user_id = ${slot('user')} and list = ${slot('list')}`,
  );
  /** The members beside the owner, in the order in which they joined. */
  const othersOf = prepare<{ user_id: number }>(
    db,
    sql`select user_id from memberships where owner_id = ${slot('owner')} and list = ${slot('list')}
      and ended_at is null and user_id <> ${slot('owner')} order by joined_at, user_id`,
  );
  const activeListsOf = prepare<SeenRow>(
    db,
    sql`select r.*, r.user_id as owner_id from memberships m join lists r on r.user_id = m.owner_id and r.uuid = m.list
      where m.user_id = ${slot('user')} and m.ended_at is null`,
  );

  const add = async (trx: Executor, list: SeenRow, user: number, joined: number, told: number): Promise<void> => {
    const { uuid, owner_id: owner, document_id: document, created_at: created } = list;
    await insert.all(trx, { user, list: uuid, owner, id: newId(), document, created, joined, told });
    await trx.updateTable('users').set({ shares: 1 }).where('id', '=', user).execute();
  };

  /**
   * Makes the new owner the owner of all rows of the list. Uuids cannot clash: the new owner sees all these rows
   * already.
   */
  const passTo = async (trx: Executor, { owner_id: owner, uuid: list }: SeenRow, newOwner: number): Promise<void> => {
    for (const table of ['memberships', 'invites'] as const) {
      await trx
        .updateTable(table)
        .set({ owner_id: newOwner })
        .where('owner_id', '=', owner)
        .where('list', '=', list)
        .execute();
    }
    await trx
      .updateTable('lists')
      .set({ user_id: newOwner })
      .where('user_id', '=', owner)
      .where('uuid', '=', list)
      .execute();
    await trx
      .updateTable('items')
      .set({ user_id: newOwner })
      .where('user_id', '=', owner)
      .where('list', '=', list)
      .execute();
  };

  /** The number of shared lists that the person is in. */
  const count = async (trx: Executor, person: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from memberships m
      join lists r on r.user_id = m.owner_id and r.uuid = m.list
      where m.user_id = ${person} and m.ended_at is null and r.deleted_at is null`.execute(trx);
    return rows[0]?.count ?? 0;
  };

  return { isMember, setTold, end, othersOf, activeListsOf, add, passTo, count };
};
