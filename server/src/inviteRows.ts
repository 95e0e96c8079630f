import { type Selectable, sql } from 'kysely';
import type { Database } from './databasePort';
import { type Executor, prepare, slot } from './preparedQuery';
import { Problem } from './problems';
import type { InviteTable } from './tables';

/** How many people may join with one invitation. */
export const MOST_ACCEPTANCES = 20;

export type StoredInvite = Selectable<InviteTable>;

/** People who invite or join are shown to others by a name they chose, never by email or user name. */
const nameRequired = (): Problem => new Problem(400, 'NameRequiredError', 'Tell your name first');

/** The stored invitations. */
export const makeInviteRows = (database: Database, now: () => number) => {
  const byCode = prepare<StoredInvite>(database.db, sql`select * from invites where code_hash = ${slot('hash')}`);

  const isCurrent = (invite: StoredInvite | undefined): invite is StoredInvite =>
    invite !== undefined && invite.expires_at > now();

  /** @throws 400 for a person without a name */
  const requireName = async (trx: Executor, user: number): Promise<void> => {
    const row = await trx.selectFrom('users').select('name').where('id', '=', user).executeTakeFirst();
    if (!row?.name) throw nameRequired();
  };

  /** The invitations of a list that somebody may still join with, the newest first. */
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

  return { byCode, isCurrent, requireName, openOf };
};

export type InviteRows = ReturnType<typeof makeInviteRows>;
