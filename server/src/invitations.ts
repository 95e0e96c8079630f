import { FULL_REFUSAL } from '../../src/contract/fullRefusal';
import type { Database } from './databasePort';
import type { RandomBytes } from './documentId';
import { makeInviteRows, type StoredInvite } from './inviteRows';
import { makeJoining } from './joining';
import { makeMembersOfRows } from './listMembers';
import { type Memberships, MOST_MEMBERS } from './memberships';
import type { Executor } from './preparedQuery';
import { limitReached, notFound, notOwner } from './problems';
import { recordQueries } from './recordQueries';
import type { RowClash } from './rowClash';
import { hashOfCode, makeCode } from './secretCode';
import type { LockedWrite, WithUserLocks, Writer } from './userLocks';
import { isoOf, type RecordRow } from './wireRecord';

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITE_LIFE_MS = 7 * DAY_MS;
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

/** An invitation as the API sends it. */
export const inviteBody = ({ id, created_at, expires_at }: Pick<StoredInvite, 'id' | 'created_at' | 'expires_at'>) => ({
  id,
  createdAt: isoOf(created_at),
  expiresAt: isoOf(expires_at),
});

/**
 * Invitations to lists. The owner creates and revokes them, anybody with the code sees a preview, and signed-in people
 * accept them (`joining.ts`).
 */
export const makeInvitations = (ports: InvitationPorts) => {
  const { database, now, random, newId, withUserLocks, memberships, clash } = ports;
  const invites = makeInviteRows(database, now);
  const membersOfRows = makeMembersOfRows(database);
  const lists = recordQueries(database, 'lists');

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

  return {
    openOf: invites.openOf,
    /** Returns the code this once; only its hash is stored. */
    create: (writer: Writer, documentId: string) =>
      atOwnList(writer, documentId, async ({ trx, membersOf }, { uuid: list }) => {
        const owner = writer.userId;
        await invites.requireName(trx, owner);
        if (membersOf(owner, list).length >= MOST_MEMBERS) throw limitReached(FULL_REFUSAL);
        const open = await invites.openOf(trx, owner, list);
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

    ...makeJoining({ database, invites, lists, withUserLocks, memberships, clash }),
  };
};

export type Invitations = ReturnType<typeof makeInvitations>;
