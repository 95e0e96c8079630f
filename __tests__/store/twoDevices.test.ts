import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ListId } from '../../src/contract/ids';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { AppStore } from '../../src/store/state/appStore';
import { selectItem, selectItemIds, selectListIds, selectUnsentCount } from '../../src/store/view/viewSelectors';
import { openBrowser, type TestTab } from '../support/browserWorld';
import { type ContractServer, startContractServer } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';

let server: ContractServer;
beforeAll(async () => {
  server = await startContractServer();
});
afterAll(() => server.close());

let accounts = 0;
const newAccount = () => {
  accounts += 1;
  return server.signUp(`two-devices-${accounts}@example.com`);
};

/** Everything a user sees, as plain data. */
const seenIn = (store: AppStore) => {
  const state = store.getState();
  return selectListIds(state).map((listId) => ({
    listId,
    items: selectItemIds(state, listId).map((id) => {
      const item = selectItem(state, listId, id);
      return `${item?.description}|${item?.quantity}|${item?.done}`;
    }),
  }));
};

const allSent = (tab: TestTab) =>
  eventually(
    () => selectUnsentCount(tab.store.getState()),
    (count) => count === 0,
  );

const same = (tab: TestTab, wanted: unknown) =>
  eventually(
    () => JSON.stringify(seenIn(tab.store)),
    (seen) => seen === JSON.stringify(wanted),
  );

describe('two devices of one user', () => {
  test('a list made on one appears on the other, live, and edits travel both ways', async () => {
    const login = await newAccount();
    const phone = openBrowser();
    const laptop = openBrowser();
    phone.signIn(login);
    laptop.signIn(login);
    const one = await phone.openTab();
    const two = await laptop.openTab();
    const leave = [one, two].map((tab) => tab.store.dispatch((_d, _g, { session }) => session.holdStream()));

    const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'pizza' }));
    const milk = one.store.dispatch(addItem(listId, { description: 'mleko', quantity: '2 l' }));
    one.store.dispatch(addItem(listId, { description: 'chleb' }));
    await allSent(one);
    await same(two, [{ listId, items: ['mleko|2 l|false', 'chleb||false'] }]);

    two.store.dispatch(itemChecked({ listId, itemId: milk, done: true }));
    await same(one, [{ listId, items: ['mleko|2 l|true', 'chleb||false'] }]);
    expect(one.vibrations).toEqual([]);
    expect(two.vibrations).toEqual([[50, 50, 50]]);
    for (const stop of leave) stop();
    one.kill();
    two.kill();
  });

  test('what was typed in a tab that is killed at once is there when it opens again, and is sent once', async () => {
    const login = await newAccount();
    const phone = openBrowser();
    phone.signIn(login);
    const first = await phone.openTab();
    first.setOnline(false);
    const listId: ListId = first.store.dispatch(addList({ name: 'Piwnica', icon: 'tomato' }));
    const itemId = first.store.dispatch(addItem(listId));
    for (const description of ['m', 'ml', 'mle', 'mlek', 'mleko']) {
      first.store.dispatch(itemEdited({ listId, itemId, fields: { description } }));
    }
    await settled();
    first.kill();

    const again = await phone.openTab();
    expect(seenIn(again.store)).toEqual([{ listId, items: ['mleko||false'] }]);
    await allSent(again);
    const posts = server.seen.filter(({ method, body }) => method === 'POST' && body.includes(itemId));
    expect(posts).toHaveLength(1);
    const other = openBrowser();
    other.signIn(login);
    const laptop = await other.openTab();
    await same(laptop, [{ listId, items: ['mleko||false'] }]);
    again.kill();
    laptop.kill();
  });

  test('two tabs of one browser show each other’s changes at once, and one of them sends both', async () => {
    const login = await newAccount();
    const phone = openBrowser();
    phone.signIn(login);
    const left = await phone.openTab();
    const right = await phone.openTab();
    const listId = left.store.dispatch(addList({ name: 'Wspólna', icon: 'cat' }));
    await same(right, [{ listId, items: [] }]);
    right.store.dispatch(addItem(listId, { description: 'z prawej' }));
    await same(left, [{ listId, items: ['z prawej||false'] }]);
    await Promise.all([allSent(left), allSent(right)]);
    const rows = (await server.call(login.jwt, 'GET', '/list-items')) as { data: unknown[] };
    expect(rows.data).toHaveLength(1);
    left.kill();
    right.kill();
  });
});
