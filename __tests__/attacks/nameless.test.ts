import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { type Account, allSent, attackWorld, first, isMethod, openPulled, sync } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { faults } from '../support/contractServer';
import { settled } from '../support/settled';

const world = attackWorld();

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const fillDisk = () => {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const mocks = [
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full),
    jest.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full),
  ];
  return { empty: () => mocks.forEach((mock) => void mock.mockRestore()) };
};

/** The first reading of the log fails, as WebKit's now and then does. */
const loseFirstReading = () => {
  const { getAll } = IDBObjectStore.prototype;
  let isLost = false;
  jest.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...call) {
    if (this.name !== 'changes' || isLost) return getAll.apply(this, call);
    isLost = true;
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  });
  return { empty: () => undefined };
};

/** The tab's word reaches the server, the tab never hears of it, and a partner says something newer. */
const sendUnheard = async (account: Account, tab: TestTab): Promise<void> => {
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  await allSent(tab);
  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  await settled();
  await sync(tab);
  tab.kill();
  world.server.wire = null;
  const [row] = await account.items();
  expect(row?.quantity).toBe('2');
  await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
};

test.each([
  ['on a full disk, which has room later', fillDisk],
  ['at which one reading of the log fails', loseFirstReading],
])('given a first start %s, then an unanswered write is not repeated over a newer text', async (_how, breakDisk) => {
  const account = await world.signUp();
  const browser = account.browser();
  const disk = breakDisk();
  const tab = await openPulled(browser);
  disk.empty();
  await sync(tab);
  await sendUnheard(account, tab);

  const next = await openPulled(browser);
  await allSent(next);
  await sync(next, true);
  expect((await account.items())[0]?.quantity).toBe('12');
});

test('given a start with a failed read of the log, then an unanswered write of an earlier tab is not repeated over a newer text', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  await sendUnheard(account, tab);

  loseFirstReading();
  const next = await openPulled(browser);
  await allSent(next);
  await sync(next, true);
  expect((await account.items())[0]?.quantity).toBe('12');
});
