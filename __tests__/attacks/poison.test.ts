import { describe, expect, test } from '@jest/globals';
import { itemEdited, listEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, deleteList } from '../../src/store/acts/rowThunks';
import { attackWorld, openPulled, sync, unsent } from '../support/attackWorld';
import { answering } from '../support/contractServer';

const world = attackWorld();

const BROKEN = '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error"}}';

/** A server that breaks on one kind of text each time, as Strapi over a MySQL without utf8mb4 does on an emoji; all else is well. */
const breakOnEmoji = (): void => {
  const { seen } = world.server;
  world.server.wire = ({ method }) =>
    method !== 'GET' && seen.at(-1)?.body.includes('🎄') ? answering(500, BROKEN) : null;
};

const settled = async (isDiffMode = false) => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser(), { isDiffMode });
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const milk = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  const other = tab.store.dispatch(addList({ name: 'Inne', icon: 'tomato' }));
  const bread = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(tab);
  expect(unsent(tab)).toBe(0);
  breakOnEmoji();
  return { account, tab, listId, milk, bread, other };
};

describe('a change that is answered 500 each time does not block', () => {
  test('the items of all lists, when it is the name of one list', async () => {
    const { account, tab, listId, milk, other } = await settled();
    tab.store.dispatch(listEdited({ listId: other, fields: { name: 'Święta 🎄' } }));
    tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
    for (let round = 0; round < 10; round += 1) await sync(tab);
    expect((await account.items()).map(({ quantity }) => quantity)).toEqual(['2', '']);
  });

  test('the items after it, when it is six of them', async () => {
    const { account, tab, listId } = await settled();
    for (let item = 1; item <= 6; item += 1) tab.store.dispatch(addItem(listId, { description: `bombka ${item} 🎄` }));
    tab.store.dispatch(addItem(listId, { description: 'ser' }));
    for (let round = 0; round < 10; round += 1) await sync(tab);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko', 'chleb', 'ser']);
  });

  test('the items of the same PATCH', async () => {
    const { account, tab, listId, milk, bread } = await settled(true);
    tab.store.dispatch(itemEdited({ listId, itemId: bread, fields: { quantity: '🎄' } }));
    tab.store.dispatch(itemEdited({ listId, itemId: milk, fields: { quantity: '2' } }));
    for (let round = 0; round < 10; round += 1) await sync(tab);
    expect((await account.items()).map(({ quantity }) => quantity)).toEqual(['2', '']);
  });

  test('the later items of a PATCH, when it is six of them', async () => {
    const { account, tab, listId } = await settled(true);
    const ids = Array.from({ length: 8 }, (_, item) =>
      tab.store.dispatch(addItem(listId, { description: `bombka ${item}` })),
    );
    world.server.wire = null;
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    breakOnEmoji();
    const last = ids.at(-1);
    for (const itemId of ids) {
      const quantity = itemId === last ? '2' : '🎄';
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity } }));
    }
    for (let round = 0; round < 10; round += 1) await sync(tab);
    expect((await account.items()).filter(({ quantity }) => quantity === '2')).toHaveLength(1);
  });

  test('the removal of a list, when it is an item too large for the proxy', async () => {
    const { account, tab, listId, other } = await settled();
    world.server.wire = ({ method }) =>
      method === 'POST' && world.server.seen.at(-1)?.body.includes('obraz') ? answering(413, '<html>413</html>') : null;
    tab.store.dispatch(addItem(listId, { description: 'obraz' }));
    await sync(tab);
    tab.store.dispatch(deleteList(other));
    for (let round = 0; round < 3; round += 1) await sync(tab);
    expect((await account.lists()).map(({ name }) => name)).toEqual(['Zakupy']);
    expect(unsent(tab)).toBe(1);
  });

  test('new items of other lists, when it is the removal of seven', async () => {
    const { account, tab, listId, other } = await settled();
    const ids = Array.from({ length: 7 }, (_, item) =>
      tab.store.dispatch(addItem(listId, { description: `bombka ${item}` })),
    );
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    world.server.wire = ({ method }) => (method === 'DELETE' ? answering(500, BROKEN) : null);
    for (const itemId of ids) tab.store.dispatch(deleteItem(listId, itemId));
    await sync(tab);
    tab.store.dispatch(addItem(other, { description: 'ser' }));
    for (let round = 0; round < 10; round += 1) await sync(tab);
    expect((await account.items()).map(({ description }) => description)).toContain('ser');
  });
});
