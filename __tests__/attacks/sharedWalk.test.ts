import { describe, expect, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { itemChecked, itemEdited, listEdited, listLeft } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, deleteList } from '../../src/store/acts/rowThunks';
import { selectSharing } from '../../src/store/view/sharingSelectors';
import { selectItemIds, selectListIds } from '../../src/store/view/viewSelectors';
import {
  type Account,
  attackWorld,
  openPulled,
  type Stored,
  seenIn,
  sync,
  unsent,
  watch,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { type Fault, faults, PASSWORD } from '../support/contractServer';
import { seededRandom } from '../support/simulationRandom';

/**
 * Two to four accounts that share lists: they join and leave, are removed, delete lists and accounts, and write, with and without
 * a network, over a wire that loses and doubles.
 */

const world = attackWorld();
const STEPS = 80;
const CALM_ROUNDS = 20;
const WIRE_FAULTS: readonly Fault[] = [faults.lost, faults.answerLost, faults.doubled];

interface Person {
  readonly account: Account;
  readonly tab: TestTab;
  isRemoved: boolean;
}

interface People {
  readonly members: readonly { readonly id: string; readonly isMe: boolean }[];
}

const walk = async (seed: number): Promise<readonly Person[]> => {
  const { below, chance, pick: one } = seededRandom(seed);
  const people: Person[] = [];
  for (let at = 0; at < 2 + (seed % 3); at += 1) {
    const account = await world.signUp();
    await account.call('PUT', '/users/me', { name: `osoba ${at}` });
    const tab = await openPulled(account.browser());
    watch(tab);
    people.push({ account, tab, isRemoved: false });
  }
  world.server.wire = () => (chance(0.2) ? (one(WIRE_FAULTS) ?? null) : null);

  const invite = async (person: Person, list: Stored): Promise<void> => {
    const { code } = await person.account.call('POST', `/lists/${list.documentId}/invites`);
    const newcomer = one(people.filter((other) => other !== person && !other.isRemoved));
    if (typeof code === 'string' && newcomer) await newcomer.account.call('POST', '/invites/accept', { code });
  };
  const takeOut = async ({ account }: Person, list: Stored): Promise<void> => {
    const { members = [] } = (await account.call('GET', `/lists/${list.documentId}/members`)) as unknown as People;
    const other = one(members.filter(({ isMe }) => !isMe));
    if (other) await account.call('DELETE', `/lists/${list.documentId}/members/${other.id}`);
  };
  /** What is done about who shares a list happens at the server at once. */
  const changeMembers = async (person: Person): Promise<void> => {
    const list = one((await person.account.lists()).filter(({ role }) => role === 'owner'));
    if (list) await (below(3) === 0 ? takeOut(person, list) : invite(person, list));
  };
  const removeAccount = async (person: Person): Promise<void> => {
    if (people.filter(({ isRemoved }) => !isRemoved).length < 3) return;
    await person.account.call('DELETE', '/users/me', { password: PASSWORD });
    person.isRemoved = true;
  };

  const write = ({ tab }: Person, listId: ListId, choice: number): void => {
    const { store } = tab;
    const itemId = one(selectItemIds(store.getState(), listId));
    const role = selectSharing(store.getState(), listId)?.role;
    if (choice < 5 || !itemId) store.dispatch(addItem(listId, { description: `pozycja ${below(1000)}` }));
    else if (choice < 7) store.dispatch(itemEdited({ listId, itemId, fields: { quantity: String(below(100)) } }));
    else if (choice < 9) store.dispatch(itemChecked({ listId, itemId, done: below(2) === 1 }));
    else if (choice === 9) store.dispatch(deleteItem(listId, itemId));
    else if (choice === 10) store.dispatch(listEdited({ listId, fields: { name: `nazwa ${below(100)}` } }));
    else if (role === 'member') store.dispatch(listLeft({ listId }));
    else if (below(3) === 0) store.dispatch(deleteList(listId));
  };

  const act = async (person: Person): Promise<void> => {
    const { store } = person.tab;
    const choice = below(18);
    const listId = one(selectListIds(store.getState()));
    if (!listId || choice === 17) store.dispatch(addList({ name: `lista ${below(100)}`, icon: 'tomato' }));
    else if (choice < 12) write(person, listId, choice);
    else if (choice < 15) await changeMembers(person);
    else if (choice === 15) person.tab.setOnline(below(2) === 1);
    else if (below(6) === 0) await removeAccount(person);
  };

  for (let step = 0; step < STEPS; step += 1) {
    const person = one(people.filter(({ isRemoved }) => !isRemoved));
    if (!person) break;
    await act(person);
    if (below(3) === 0) await sync(person.tab, below(4) === 0);
  }
  world.server.wire = null;
  for (const { tab } of people) tab.setOnline(true);
  return people;
};

/** What the database says of who is in which list, without the server's own queries. */
const listsOf = async ({ account }: Person): Promise<readonly string[]> => {
  const { db } = world.server.database;
  const rows = await db.selectFrom('lists').select(['uuid', 'user_id']).where('deleted_at', 'is', null).execute();
  const seats = await db.selectFrom('memberships').selectAll().where('ended_at', 'is', null).execute();
  return rows
    .filter(({ uuid, user_id }) => {
      const members = seats.filter(({ list, owner_id }) => list === uuid && owner_id === user_id);
      const users = members.length > 0 ? members.map((seat) => seat.user_id) : [user_id];
      return users.includes(account.numberAtServer);
    })
    .map(({ uuid }) => uuid)
    .sort();
};

interface Told {
  readonly id: number;
  readonly uuid?: unknown;
  readonly list?: unknown;
  readonly updatedAt?: unknown;
}

/** What the person heard of lists that they were not in at that moment, and whether any time went back. */
const unduly = async ({ account }: Person) => {
  const { db } = world.server.database;
  const user = account.numberAtServer;
  const events = (
    await db.selectFrom('events').select(['id', 'data']).where('user_id', '=', user).orderBy('id').execute()
  ).map(({ id, data }): Told => ({ ...(JSON.parse(data) as Told), id: Number(id) }));
  const own = await db.selectFrom('lists').select('uuid').where('user_id', '=', user).execute();
  const seats = await db.selectFrom('memberships').select(['list', 'ended_at']).where('user_id', '=', user).execute();
  const until = new Map<string, number>([
    ...own.map(({ uuid }) => [uuid, Number.POSITIVE_INFINITY] as const),
    ...seats.map(({ list, ended_at }) => [list, ended_at ?? Number.POSITIVE_INFINITY] as const),
  ]);
  const times = events.flatMap(({ updatedAt }) => (typeof updatedAt === 'string' ? [updatedAt] : []));
  return {
    heard: events.filter(({ id, list, uuid }) => id > (until.get(String(list ?? uuid)) ?? 0)),
    isInOrder: times.every((time, at) => time >= (times[at - 1] ?? '')),
  };
};

const uuidsOf = (rows: readonly Stored[], name: string): readonly string[] =>
  rows.map((row) => String(row[name])).sort();

describe('people who share lists', () => {
  test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'history %i: each sees what the server has for them and nothing of others, in order, with nothing left to send',
    async (seed) => {
      const people = await walk(seed);
      const living = people.filter(({ isRemoved }) => !isRemoved);
      for (let calm = 0; calm < CALM_ROUNDS; calm += 1) {
        for (const { tab } of living) await sync(tab, true);
        if (living.every(({ tab }) => unsent(tab) === 0)) break;
      }
      for (const { tab } of living) await sync(tab, true);
      for (const person of living) {
        const { account, tab } = person;
        const [lists, items] = [await account.lists(), await account.items()];
        const own = uuidsOf(lists, 'uuid');
        expect(own).toEqual(await listsOf(person));
        expect(uuidsOf(items, 'list').filter((list) => !own.includes(list))).toEqual([]);
        const fresh = await openPulled(account.browser());
        expect([unsent(tab), seenIn(tab.store)]).toEqual([0, seenIn(fresh.store)]);
        expect(seenIn(tab.store)).toHaveLength(lists.length);
        fresh.kill();
        expect(await unduly(person)).toEqual({ heard: [], isInOrder: true });
      }
      for (const { tab } of people.filter(({ isRemoved }) => isRemoved)) {
        await sync(tab, true);
        expect(tab.store.getState().session.phase).not.toBe('open');
      }
    },
  );
});
