import { sql } from 'kysely';
import { FULL_REFUSAL } from '../../src/contract/fullRefusal';
import type { Database } from './databasePort';
import { type InviteRows, MOST_ACCEPTANCES } from './inviteRows';
import { membersOfList } from './listMembers';
import { type Memberships, MOST_MEMBERS, MOST_SHARED_LISTS } from './memberships';
import { type Executor, prepare, slot } from './preparedQuery';
import { limitReached, notFound, notUnique, refused } from './problems';
import type { RecordQueries } from './recordQueries';
import type { RowClash } from './rowClash';
import { hashOfCode } from './secretCode';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import { recordText, type SeenRow } from './wireRecord';

interface JoinPorts {
  readonly database: Database;
  readonly invites: InviteRows;
  readonly lists: RecordQueries;
  readonly withUserLocks: WithUserLocks;
  readonly memberships: Memberships;
  readonly clash: RowClash;
}

/** What a person who was given the code of an invitation can do: look at it, and join the list. */
export const makeJoining = ({ database, invites, lists, withUserLocks, memberships, clash }: JoinPorts) => {
  const { db } = database;
  const rowOf = prepare<SeenRow>(
    db,
    sql`select r.*, r.user_id as owner_id from lists r
      where r.user_id = ${slot('owner')} and r.uuid = ${slot('list')} and r.deleted_at is null`,
  );

  const seeList = async (trx: Executor, user: number, uuid: string): Promise<SeenRow | undefined> =>
    lists.byUuidOrLeft.first(trx, { user, uuid });

  const checkRoom = async (write: LockedWrite, person: number, list: SeenRow): Promise<void> => {
    const { owner_id: owner, uuid } = list;
    const members = write.membersOf(owner, uuid);
    if (members.length >= MOST_MEMBERS) throw limitReached(FULL_REFUSAL);
    // A list that was never shared now counts for its owner too.
    for (const user of members.length === 1 ? [person, owner] : [person]) {
      if ((await memberships.count(write.trx, user)) < MOST_SHARED_LISTS) continue;
      throw limitReached(FULL_REFUSAL);
    }
    const known = await seeList(write.trx, person, uuid);
    if (known && known.document_id !== list.document_id) throw notUnique();
    if (await clash.withItemsOf(write.trx, person, owner, uuid)) throw notUnique();
  };

  return {
    /**
     * What a person with the code may see before joining.
     * @throws 404 for any invalid code, whatever the reason
     */
    preview: async (code: string) => {
      const invite = await invites.byCode.first(db, { hash: hashOfCode(code) });
      if (!invites.isCurrent(invite) || invite.accepted >= MOST_ACCEPTANCES) throw notFound();
      const list = await rowOf.first(db, { owner: invite.owner_id, list: invite.list });
      const owner = db.selectFrom('users').select('name').where('id', '=', invite.owner_id);
      if (!list) throw notFound();
      return { list: { name: list.name, icon: list.icon }, from: (await owner.executeTakeFirst())?.name ?? null };
    },

    /** Joins the list. A person who is in it already only gets its record. */
    accept: (writer: Writer, code: string): Promise<string> => {
      const find = (trx: Executor) => invites.byCode.first(trx, { hash: hashOfCode(code) });
      const user = writer.userId;
      const findMembers = async (trx: Executor) => {
        const invite = await find(trx);
        if (!invites.isCurrent(invite)) return [];
        const { owner_id: owner, list } = invite;
        return [{ owner, list, user: owner }, ...(await membersOfList(trx, owner, list))];
      };
      // The owner must be locked too, even if the new member never shared anything.
      return withUserLocks({ ...writer, isSharing: true }, findMembers, async (write) => {
        const invite = await find(write.trx);
        if (!invites.isCurrent(invite)) throw notFound();
        const list = await rowOf.first(write.trx, { owner: invite.owner_id, list: invite.list });
        if (!list) throw notFound();
        if (!write.membersOf(list.owner_id, list.uuid).includes(user)) {
          if (invite.accepted >= MOST_ACCEPTANCES) throw notFound();
          await invites.requireName(write.trx, user);
          await checkRoom(write, user, list);
          await memberships.join(write, list, user);
          await write.trx
            .updateTable('invites')
            .set({ accepted: invite.accepted + 1 })
            .where('id', '=', invite.id)
            .execute();
        }
        const joined = await seeList(write.trx, user, list.uuid);
        if (!joined) throw refused('The list is gone');
        return recordText('lists', joined);
      });
    },
  };
};
