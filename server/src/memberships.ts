import { sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import { refused } from './problems';
import type { LockedWrite } from './userLocks';
import { recordText, type SeenRow, tombstoneOf } from './wireRecord';

export const MOST_MEMBERS = 20;
export const MOST_SHARED_LISTS = 100;

interface MembershipPorts {
  readonly database: Database;
  readonly newId: () => string;
}

/** Sends the list to all its members when they change. */
const emitToMembers = (
  write: LockedWrite,
  list: SeenRow,
  readers: readonly number[],
  moment: number,
  members: number,
) =>
  write.emit({
    readers,
    id: moment,
    name: 'list::patch',
    data: (reader) =>
      recordText('lists', { ...list, updated_at: moment, is_owner: reader === list.owner_id ? 1 : 0, members }),
  });

/** How people join and leave a list. Each function runs in a write that has locked all members. */
export const makeMemberships = ({ database, newId }: MembershipPorts) => {
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
  const firstOther = prepare<{ user_id: number }>(
    db,
    sql`select user_id from memberships where owner_id = ${slot('owner')} and list = ${slot('list')}
      and ended_at is null and user_id <> ${slot('owner')} order by joined_at, user_id limit 1`,
  );
  const activeListsOf = prepare<SeenRow>(
    db,
    sql`select r.*, r.user_id as owner_id from memberships m join lists r on r.user_id = m.owner_id and r.uuid = m.list
      where m.user_id = ${slot('user')} and m.ended_at is null`,
  );

  const add = async (write: LockedWrite, list: SeenRow, user: number, joined: number, told: number): Promise<void> => {
    const { uuid, owner_id: owner, document_id: document, created_at: created } = list;
    await insert.all(write.trx, { user, list: uuid, owner, id: newId(), document, created, joined, told });
    await write.trx.updateTable('users').set({ shares: 1 }).where('id', '=', user).execute();
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

  const endInvites = (trx: Executor, list: SeenRow) =>
    trx.deleteFrom('invites').where('owner_id', '=', list.owner_id).where('list', '=', list.uuid).execute();

  /**
   * Removes a person from a list: they get a tombstone, and the others get a smaller member count. An owner's list
   * passes to the member who joined first.
   * @throws 400 for an owner who is the only member
   */
  const removeMember = async (write: LockedWrite, given: SeenRow, person: number): Promise<void> => {
    const { uuid, owner_id: owner } = given;
    const others = write.membersOf(owner, uuid).filter((member) => member !== person);
    let list = given;
    if (person === owner) {
      const newOwner = await firstOther.first(write.trx, { owner, list: uuid });
      if (!newOwner) throw refused('Nobody else is in the list: delete it instead');
      // The former owner knows the codes and could use them to come back or to bring in others.
      await endInvites(write.trx, list);
      await passTo(write.trx, list, newOwner.user_id);
      list = { ...list, owner_id: newOwner.user_id };
    }
    const moment = write.tick();
    await end.all(write.trx, { user: person, list: uuid, moment });
    await setTold.all(write.trx, { owner: list.owner_id, list: uuid, moment });
    const tombstone = recordText('lists', tombstoneOf('lists', list, moment));
    await write.emit({ readers: [person], id: moment, name: 'list::delete', data: () => tombstone });
    // A deleted list has no news for its members.
    if (list.deleted_at === null) await emitToMembers(write, list, others, moment, others.length);
  };

  /** The number of shared lists that the person is in. */
  const count = async (trx: Executor, person: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from memberships m
      join lists r on r.user_id = m.owner_id and r.uuid = m.list
      where m.user_id = ${person} and m.ended_at is null and r.deleted_at is null`.execute(trx);
    return rows[0]?.count ?? 0;
  };

  return {
    removeMember,
    endInvites,
    /**
     * The new member's other streams get the ids of the list only, so that those clients pull. The other members get
     * the record.
     */
    join: async (write: LockedWrite, list: SeenRow, person: number): Promise<void> => {
      const { owner_id: owner, uuid } = list;
      const before = write.membersOf(owner, uuid);
      const moment = write.tick();
      const ownPlace = { user: owner, list: uuid };
      if (!(await isMember.first(write.trx, ownPlace))) await add(write, list, owner, list.created_at, moment);
      await add(write, list, person, moment, moment);
      await setTold.all(write.trx, { owner, list: uuid, moment });
      await emitToMembers(write, list, before, moment, before.length + 1);
      const ids = JSON.stringify({ uuid, documentId: list.document_id });
      await write.emit({ readers: [person], id: moment, name: 'list::create', data: () => ids });
    },
    /**
     * Re-adds the former members of a restored list, unless they are in too many lists. They are told like new members.
     */
    readdMembers: async (write: LockedWrite, list: SeenRow, others: readonly number[]): Promise<void> => {
      const { owner_id: owner, uuid } = list;
      const moment = write.tick();
      const added: number[] = [];
      for (const person of others) if ((await count(write.trx, person)) < MOST_SHARED_LISTS) added.push(person);
      if (added.length === 0) return;
      await add(write, list, owner, list.created_at, moment);
      for (const person of added) await add(write, list, person, moment, moment);
      await emitToMembers(write, list, [owner], moment, added.length + 1);
      const ids = JSON.stringify({ uuid, documentId: list.document_id });
      await write.emit({ readers: added, id: moment, name: 'list::create', data: () => ids });
    },
    /** Removes a person from every list with other members, so that deleting the account deletes nothing of theirs. */
    removeFromAll: async (write: LockedWrite, person: number): Promise<void> => {
      for (const list of await activeListsOf.all(write.trx, { user: person })) {
        const isAlone = write.membersOf(list.owner_id, list.uuid).length === 1;
        if (!isAlone) await removeMember(write, list, person);
      }
    },
    count,
  };
};

export type Memberships = ReturnType<typeof makeMemberships>;
