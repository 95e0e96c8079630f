import type { Database } from './databasePort';
import { makeMembershipRows } from './membershipRows';
import type { Executor } from './preparedQuery';
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
  const stored = makeMembershipRows(database, newId);

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
      const newOwner = await stored.othersOf.first(write.trx, { owner, list: uuid });
      if (!newOwner) throw refused('Nobody else is in the list: delete it instead');
      // The former owner knows the codes and could use them to come back or to bring in others.
      await endInvites(write.trx, list);
      await stored.passTo(write.trx, list, newOwner.user_id);
      list = { ...list, owner_id: newOwner.user_id };
    }
    const moment = write.tick();
    await stored.end.all(write.trx, { user: person, list: uuid, moment });
    const tombstone = recordText('lists', tombstoneOf('lists', list, moment));
    await write.emit({ readers: [person], id: moment, name: 'list::delete', data: () => tombstone });
    // A deleted list has no news for its members. Nobody may be told a time that their clock has not reached.
    if (list.deleted_at !== null) return;
    await stored.setTold.all(write.trx, { owner: list.owner_id, list: uuid, moment });
    await emitToMembers(write, list, others, moment, others.length);
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
      if (!(await stored.isMember.first(write.trx, ownPlace)))
        await stored.add(write.trx, list, owner, list.created_at, moment);
      await stored.add(write.trx, list, person, moment, moment);
      await stored.setTold.all(write.trx, { owner, list: uuid, moment });
      await emitToMembers(write, list, before, moment, before.length + 1);
      const ids = JSON.stringify({ uuid, documentId: list.document_id });
      await write.emit({ readers: [person], id: moment, name: 'list::create', data: () => ids });
    },
    /**
     * Re-adds the members of a removed list to the list that was restored in its place, unless they are in too many
     * lists. They join in their old order, because the first becomes the owner when the owner leaves. They are told like
     * new members.
     */
    readdMembers: async (write: LockedWrite, list: SeenRow, removed: string): Promise<void> => {
      const { owner_id: owner, uuid } = list;
      const added: number[] = [];
      for (const { user_id: person } of await stored.othersOf.all(write.trx, { owner, list: removed }))
        if ((await stored.count(write.trx, person)) < MOST_SHARED_LISTS) added.push(person);
      if (added.length === 0) return;
      const first = write.tick(added.length);
      const moment = first + added.length - 1;
      await stored.add(write.trx, list, owner, list.created_at, moment);
      for (const [at, person] of added.entries()) await stored.add(write.trx, list, person, first + at, moment);
      await emitToMembers(write, list, [owner], moment, added.length + 1);
      const ids = JSON.stringify({ uuid, documentId: list.document_id });
      await write.emit({ readers: added, id: moment, name: 'list::create', data: () => ids });
    },
    /** Removes a person from every list with other members, so that deleting the account deletes nothing of theirs. */
    removeFromAll: async (write: LockedWrite, person: number): Promise<void> => {
      for (const list of await stored.activeListsOf.all(write.trx, { user: person })) {
        const isAlone = write.membersOf(list.owner_id, list.uuid).length === 1;
        if (!isAlone) await removeMember(write, list, person);
      }
    },
    count: stored.count,
  };
};

export type Memberships = ReturnType<typeof makeMemberships>;
