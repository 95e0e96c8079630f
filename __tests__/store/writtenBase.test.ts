import { afterEach, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { selectItemIds, selectListIds } from '../../src/store/view/viewSelectors';
import { type Account, allSent, attackWorld, openPulled, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';

const world = attackWorld();

afterEach(() => {
  jest.restoreAllMocks();
});

/** An account with lists of so many items each, made past the wire. */
const accountWith = async (lists: number, items: number): Promise<Account> => {
  const account = await world.signUp();
  const make = (path: string, rows: readonly Readonly<Record<string, string>>[]) =>
    Promise.all(rows.map((data) => account.call('POST', path, { data })));
  const names = Array.from({ length: lists }, (_, at) => `l${at}-${account.userId}`);
  await make(
    '/lists',
    names.map((uuid) => ({ uuid, name: uuid })),
  );
  for (const list of names) {
    const ids = Array.from({ length: items }, (_, at) => `i${at}-${list}`);
    await make(
      '/list-items',
      ids.map((uuid) => ({ uuid, list, description: uuid })),
    );
  }
  return account;
};

/** Transactions that put records of base, and what they put, as text. */
const watchBase = () => {
  const transactions = new Set<IDBTransaction>();
  let bytes = 0;
  const put = IDBObjectStore.prototype.put;
  jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    if (['lists', 'items', 'meta'].includes(this.name)) {
      transactions.add(this.transaction);
      bytes += JSON.stringify(value).length;
    }
    return put.call(this, value, key);
  });
  return { transactions: () => transactions.size, bytes: () => bytes };
};

test.each([
  ['in twenty lists of five', 20, 5, 10_000],
  ['in one list of 250', 1, 250, 40_000],
])(
  'a lone edit and its round write base in at most three transactions, and little of it: %s',
  async (_name, lists, items, most) => {
    const account = await accountWith(lists, items);
    const writes = { begun: 0, ended: 0 };
    const count = (kind: 'begun' | 'ended') => (): void => {
      writes[kind] += 1;
    };
    const counting = namedDatabases('written', { base: count('begun') }, { base: count('ended') });
    const tab = await openPulled(account.browser(), { openUserDatabase: counting });
    await eventually(
      () => writes,
      ({ begun, ended }) => ended > 0 && ended === begun,
    );
    const [listId] = selectListIds(tab.store.getState());
    if (!listId) throw new Error('no list');
    const [itemId] = selectItemIds(tab.store.getState(), listId);
    if (!itemId) throw new Error('no item');
    const written = watchBase();
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    await allSent(tab);
    expect(written.transactions()).toBeLessThanOrEqual(3);
    expect(written.bytes()).toBeLessThan(most);
  },
  60_000,
);
