import { beforeEach, expect, jest, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import type { ServerRow } from '../../src/contract/records';
import { userDatabaseName } from '../../src/contract/storageKeys';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Change } from '../../src/sync/model/syncState';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';
import { namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

type Stored = Map<string, unknown>;
type Damage = (records: Stored) => void;

/** Lets the damage change the records of one store. */
const damageStore = async (user: UserId, store: string, damage: Damage): Promise<void> => {
  const opening = indexedDB.open(userDatabaseName(user));
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction(store, 'readwrite');
  const records = transaction.objectStore(store);
  const [keys, values] = [records.getAllKeys(), records.getAll()];
  values.onsuccess = () => {
    const all: Stored = new Map(keys.result.map((key, at) => [String(key), values.result[at]]));
    damage(all);
    for (const [key, value] of all) records.put(value, key);
  };
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
};

const replaced =
  (key: string, value: unknown): Damage =>
  (records) =>
    records.set(key, value);

const eachRow =
  (fields: object): Damage =>
  (records) => {
    for (const [key, part] of records as Map<string, Record<string, ServerRow>>) {
      const rows = Object.entries(part).map(([id, server]) => [id, { ...server, row: { ...server.row, ...fields } }]);
      records.set(key, Object.fromEntries(rows));
    }
  };

const inheritedRowId =
  (rowId: string): Damage =>
  (records) => {
    const [change] = records.values() as MapIterator<Change>;
    records.set('00000000zz-other', { ...change, id: '00000000zz-other', rowId });
  };

const DAMAGES: readonly (readonly [what: string, store: string, damage: Damage])[] = [
  ['cursors that are null', 'meta', replaced('cursors', null)],
  ['tombstones that are null', 'meta', replaced('tombstones', null)],
  ['tombstones without collections', 'meta', replaced('tombstones', {})],
  ['tombstones without those of items', 'meta', replaced('tombstones', { lists: {} })],
  ['progress that is a text', 'meta', replaced('progress', 'x')],
  ['items whose text is a number', 'items', eachRow({ description: 42 })],
  [
    'a list whose name is null',
    'lists',
    (records) => {
      for (const [key, list] of records as Map<string, ServerRow>)
        records.set(key, { ...list, row: { ...list.row, name: null } });
    },
  ],
  ['a change of a row with an inherited name', 'changes', inheritedRowId('__proto__')],
  ['a change of a row with another inherited name', 'changes', inheritedRowId('constructor')],
];

test.each(DAMAGES)(
  'given an unsent change, when the disk has %s, then the change is sent and the list shown, then and at a later start without a network',
  async (what, store, damage) => {
    const account = await world.signUp();
    const browser = account.browser();
    const name = `damaged-${what}`;
    const ports = { openUserDatabase: namedDatabases(name) };
    const first = await openPulled(browser, ports);
    const listId = first.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    first.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(first);
    await allSent(first);
    first.setOnline(false);
    first.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    first.kill();
    await damageStore(`${name}-${account.userId}` as UserId, store, damage);
    const wanted = ['Zakupy: mleko||open, chleb||open'];

    const second = await browser.openTab(ports);
    expect(seenIn(second.store).join()).not.toMatch(/42|null/);
    await allSent(second);
    await seesWithin(second, wanted);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko', 'chleb']);
    await settled();
    second.kill();

    const fetch = async (): Promise<never> => {
      throw new TypeError('Failed to fetch');
    };
    const third = await browser.openTab({ ...ports, fetch });
    expect(seenIn(third.store)).toEqual(wanted);
  },
);
