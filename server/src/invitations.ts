import { type Selectable, sql } from 'kysely';
import type { Database } from './databasePort';
import type { RandomBytes } from './documentId';
import { makeMembersOfRows, membersOfList } from './listMembers';
import { type Memberships, MOST_MEMBERS, MOST_SHARED_LISTS } from './memberships';
import { type Executor, prepare, slot } from './preparedQuery';
import { notFound, notOwner, notUnique, Problem, refused } from './problems';
import { recordQueries } from './recordQueries';
import type { RowClash } from './rowClash';
import { hashOfCode, makeCode } from './secretCode';
import type { InviteTable } from './tables';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import { isoOf, type RecordRow, recordText, type SeenRow } from './wireRecord';

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITE_LIFE_MS = 7 * DAY_MS;
const MOST_ACCEPTANCES = 20;
const MOST_OPEN_INVITES = 10;
const CODE_BYTES = 16;

interface InvitationPorts {
  readonly database: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly newId: () => string;
  readonly withUserLocks: WithUserLocks;
  readonly memberships: Memberships;
  readonly clash: RowClash;
}

type StoredInvite = Selectable<InviteTable>;

/** An invitation as the API sends it. */
export const inviteBody = ({ id, created_at, expires_at }: Pick<StoredInvite, 'id' | 'created_at' | 'expires_at'>) => ({
  id,
  createdAt: isoOf(created_at),
  expiresAt: isoOf(expires_at),
});

const full = (message: string): Problem => new Problem(400, 'LimitError', message);

/** People who invite or join are shown to others by a name they chose, never by email or user name. */
const nameRequired = (): Problem => new Problem(400, 'NameRequiredError', 'Tell your name first');

/**
 * Invitations to lists. The owner creates and revokes them, anybody with the code sees a preview, and signed-in people
 * accept them.
 */
export const makeInvitations = (ports: InvitationPorts) => {
  const { database, now, random, newId, withUserLocks, memberships, clash } = ports;
  const { db } = database;
  const membersOfRows = makeMembersOfRows(database);
  const lists = recordQueries(database, 'lists');
  const byCode = prepare<StoredInvite>(db, sql`select * from invites where code_hash = ${slot('hash')}`);
  const rowOf = prepare<SeenRow>(
    db,
    sql`select r.*, r.user_id as owner_id from lists r
      where r.user_id = ${slot('owner')} and r.uuid = ${slot('list')} and r.deleted_at is null`,
  );

  const isCurrent = (invite: StoredInvite | undefined): invite is StoredInvite =>
    invite !== undefined && invite.expires_at > now();

  const requireName = async (trx: Executor, user: number): Promise<void> => {
    const row = await trx.selectFrom('users').select('name').where('id', '=', user).executeTakeFirst();
    if (!row?.name) throw nameRequired();
  };

  /** @throws 404 for a list that the user does not see, 400 for another person's list */
  const ownList = async (trx: Executor, user: number, documentId: string): Promise<RecordRow> => {
    const list = await lists.byDocument.first(trx, { user, document: documentId });
    if (!list || list.deleted_at !== null) throw notFound();
    if (list.owner_id !== user) throw notOwner();
    return list;
  };

  const atOwnList = <T>(
    writer: Writer,
    documentId: string,
    work: (write: LockedWrite, list: RecordRow) => Promise<T>,
  ) => {
    const targets = { collection: 'lists', documents: [documentId], uuids: [] } as const;
    return withUserLocks(
      writer,
      (trx) => membersOfRows(trx, writer.userId, targets),
      async (write) => work(write, await ownList(write.trx, writer.userId, documentId)),
    );
  };

  const openOf = (trx: Executor, owner: number, list: string): Promise<StoredInvite[]> =>
    trx
      .selectFrom('invites')
      .selectAll()
      .where('owner_id', '=', owner)
      .where('list', '=', list)
      .where('expires_at', '>', now())
      .where('accepted', '<', MOST_ACCEPTANCES)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();

  const seeList = async (trx: Executor, user: number, uuid: string): Promise<SeenRow | undefined> =>
    lists.byUuidOrLeft.first(trx, { user, uuid });

  const checkRoom = async (write: LockedWrite, person: number, list: SeenRow): Promise<void> => {
    const { owner_id: owner, uuid } = list;
    const members = write.membersOf(owner, uuid);
    if (members.length >= MOST_MEMBERS) throw full('The list has as many members as a list may have');
    // A list that was never shared now counts for its owner too.
    for (const user of members.length === 1 ? [person, owner] : [person]) {
      if ((await memberships.count(write.trx, user)) < MOST_SHARED_LISTS) continue;
      throw full('One of you is in as many shared lists as a person may be in');
    }
    const known = await seeList(write.trx, person, uuid);
    if (known && known.document_id !== list.document_id) throw notUnique();
    if (await clash.withItemsOf(write.trx, person, owner, uuid)) throw notUnique();
  };

  return {
    openOf,
    /** Returns the code this once; only its hash is stored. */
    create: (writer: Writer, documentId: string) =>
      atOwnList(writer, documentId, async ({ trx, membersOf }, { uuid: list }) => {
        const owner = writer.userId;
        await requireName(trx, owner);
        if (membersOf(owner, list).length >= MOST_MEMBERS)
          throw full('The list has as many members as a list may have');
        const open = await openOf(trx, owner, list);
        const surplus = open.slice(MOST_OPEN_INVITES - 1).map(({ id }) => id);
        if (surplus.length > 0) await trx.deleteFrom('invites').where('id', 'in', surplus).execute();
        const code = makeCode(random, CODE_BYTES);
        // Invitations of the same millisecond get different times, so that they have an order.
        const created_at = Math.max(Math.floor(now()), (open[0]?.created_at ?? 0) + 1);
        const times = { created_at, expires_at: Math.floor(now()) + INVITE_LIFE_MS };
        const invite = { id: newId(), owner_id: owner, list, code_hash: hashOfCode(code), ...times, accepted: 0 };
        await trx.insertInto('invites').values(invite).execute();
        return { ...inviteBody(invite), code };
      }),

    /** @throws 404 for an invitation that does not belong to this list */
    revoke: (writer: Writer, documentId: string, id: string): Promise<void> =>
      atOwnList(writer, documentId, async ({ trx }, { uuid }) => {
        const mine = trx.deleteFrom('invites').where('owner_id', '=', writer.userId).where('list', '=', uuid);
        const { numDeletedRows } = await mine.where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
      }),

    /**
     * What a person with the code may see before joining.
     * @throws 404 for any invalid code, whatever the reason
     */
    preview: async (code: string) => {
      const invite = await byCode.first(db, { hash: hashOfCode(code) });
      if (!isCurrent(invite) || invite.accepted >= MOST_ACCEPTANCES) throw notFound();
      const list = await rowOf.first(db, { owner: invite.owner_id, list: invite.list });
      const owner = db.selectFrom('users').select('name').where('id', '=', invite.owner_id);
      if (!list) throw notFound();
      return { list: { name: list.name, icon: list.icon }, from: (await owner.executeTakeFirst())?.name ?? null };
    },

    /** Joins the list. A person who is in it already only gets its record. */
    accept: (writer: Writer, code: string): Promise<string> => {
      const find = (trx: Executor) => byCode.first(trx, { hash: hashOfCode(code) });
      const user = writer.userId;
      const findMembers = async (trx: Executor) => {
        const invite = await find(trx);
        if (!isCurrent(invite)) return [];
        const { owner_id: owner, list } = invite;
        return [{ owner, list, user: owner }, ...(await membersOfList(trx, owner, list))];
      };
      // The owner must be locked too, even if the new member never shared anything.
      return withUserLocks({ ...writer, isSharing: true }, findMembers, async (write) => {
        const invite = await find(write.trx);
        if (!isCurrent(invite)) throw notFound();
        const list = await rowOf.first(write.trx, { owner: invite.owner_id, list: invite.list });
        if (!list) throw notFound();
        if (!write.membersOf(list.owner_id, list.uuid).includes(user)) {
          if (invite.accepted >= MOST_ACCEPTANCES) throw notFound();
          await requireName(write.trx, user);
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

export type Invitations = ReturnType<typeof makeInvitations>;
