import { sql } from 'kysely';
import type { AppliedKeys } from './appliedKeys';
import type { Database } from './databasePort';
import { type Invitations, inviteBody } from './invitations';
import { makeMembersOfRows } from './listMembers';
import type { Memberships } from './memberships';
import { type Executor, prepare, slot } from './preparedQuery';
import { notFound, notOwner } from './problems';
import { recordQueries } from './recordQueries';
import type { WithUserLocks, Writer } from './userLocks';
import { isoOf, recordText, type SeenRow } from './wireRecord';

interface SharingPorts {
  readonly database: Database;
  readonly withUserLocks: WithUserLocks;
  readonly memberships: Memberships;
  readonly invitations: Invitations;
  readonly applied: AppliedKeys;
}

interface MemberRow {
  readonly id: string;
  readonly user_id: number;
  readonly name: string | null;
  readonly joined_at: number;
}

/** The id for the caller's own membership in a path. */
const ME = 'me';

/** The members of a list, and removing them. */
export const makeSharing = ({ database, withUserLocks, memberships, invitations, applied }: SharingPorts) => {
  const { db } = database;
  const membersOfRows = makeMembersOfRows(database);
  const lists = recordQueries(database, 'lists');
  const membersOf = prepare<MemberRow>(
    db,
    sql`select m.id, m.user_id, u.name, m.joined_at from memberships m join users u on u.id = m.user_id
      where m.owner_id = ${slot('owner')} and m.list = ${slot('list')} and m.ended_at is null
      order by m.joined_at, m.user_id`,
  );
  const memberById = prepare<{ user_id: number }>(
    db,
    sql`select user_id from memberships where owner_id = ${slot('owner')} and list = ${slot('list')}
      and id = ${slot('id')} and ended_at is null`,
  );

  const listOf = async (trx: Executor, user: number, documentId: string): Promise<SeenRow> => {
    const list = await lists.byDocument.first(trx, { user, document: documentId });
    if (!list) throw notFound();
    return list;
  };
  const aliveList = async (trx: Executor, user: number, documentId: string): Promise<SeenRow> => {
    const list = await listOf(trx, user, documentId);
    if (list.deleted_at !== null) throw notFound();
    return list;
  };

  /** The only member of a list that was never shared has no membership row yet. */
  const aloneIn = async ({ owner_id, created_at }: SeenRow): Promise<MemberRow[]> => {
    const owner = await db.selectFrom('users').select('name').where('id', '=', owner_id).executeTakeFirst();
    return [{ id: ME, user_id: owner_id, name: owner?.name ?? null, joined_at: created_at }];
  };

  return {
    /**
     * The members by the time they joined; for the owner also the open invitations.
     * @throws 404 for people who are not members
     */
    members: async (user: number, documentId: string) => {
      const list = await aliveList(db, user, documentId);
      const { owner_id: owner, uuid } = list;
      const stored = await membersOf.all(db, { owner, list: uuid });
      const rows = stored.length > 0 ? stored : await aloneIn(list);
      const invites = owner === user ? await invitations.openOf(db, owner, uuid) : [];
      return {
        members: rows.map(({ id, user_id, name, joined_at }) => ({
          id,
          name,
          role: user_id === owner ? 'owner' : 'member',
          isMe: user_id === user,
          joinedAt: isoOf(joined_at),
        })),
        invites: invites.map(inviteBody),
      };
    },

    /**
     * Removes a member; `me` is the caller. When the owner removes somebody, open invitations end too, because that
     * person may know their codes. A member leaves a deleted list too, and is not in it when it is restored.
     * @returns the current list if this leave is a repetition and the person has joined again meanwhile, else null
     * @throws 400 for a member who names another, and for an owner who is the only member
     */
    removeMember: (writer: Writer, documentId: string, id: string, keys: readonly string[]): Promise<string | null> => {
      const targets = { collection: 'lists', documents: [documentId], uuids: [] } as const;
      const { userId } = writer;
      const findMembers = (trx: Executor) => membersOfRows(trx, userId, targets);
      return withUserLocks(writer, findMembers, async (write) => {
        const list = await listOf(write.trx, userId, documentId);
        const isAlive = list.deleted_at === null;
        if (!isAlive && (id !== ME || list.owner_id === userId)) throw notFound();
        const keyed = { row: list.uuid, keys };
        const known = await applied.of(write.trx, userId, [keyed]);
        if (known.has(keyed)) return isAlive ? recordText('lists', list) : null;
        const place = { owner: list.owner_id, list: list.uuid, id };
        const person = id === ME ? userId : (await memberById.first(write.trx, place))?.user_id;
        if (person !== userId && list.owner_id !== userId) throw notOwner();
        if (person === undefined) throw notFound();
        if (person !== userId) await memberships.endInvites(write.trx, list);
        await memberships.removeMember(write, list, person);
        known.add(keyed);
        await known.store();
        return null;
      });
    },
  };
};
