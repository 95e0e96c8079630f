import { expect, test } from '@jest/globals';
import { checkItem } from '../../src/store/acts/checkItem';
import { itemEdited } from '../../src/store/acts/intents';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { selectSetBacks } from '../../src/store/state/syncSlice';
import { selectItemIds } from '../../src/store/view/viewSelectors';
import {
  allSent,
  always,
  attackWorld,
  first,
  isMethod,
  openPulled,
  seenIn,
  settle,
  sync,
} from '../support/attackWorld';
import { faults } from '../support/contractServer';
import { settled } from '../support/settled';

/** A move makes a new row from what its device knows. What others have changed in the old one comes along. */

const world = attackWorld();

/** Two devices with a sent item on each. The mover has a second list. */
const twoDevices = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const mover = await openPulled(browser);
  const { store } = mover;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  const itemId = store.dispatch(addItem(from, { description: 'mleko', quantity: '1 l' }));
  await sync(mover);
  await allSent(mover);
  const other = await openPulled(account.browser());
  const editThere = async (fields: Parameters<typeof itemEdited>[0]['fields']) => {
    other.store.dispatch(itemEdited({ listId: from, itemId, fields }));
    await sync(other);
  };
  const onServer = async () =>
    (await account.items()).map(({ description, quantity, done }) => `${description}|${quantity}|${done}`);
  return { browser, mover, store, other, from, to, itemId, editThere, onServer };
};

test('given an item that was moved, when another device changed it meanwhile, then the new row has what both wrote', async () => {
  const { mover, store, other, from, to, itemId, editThere, onServer } = await twoDevices();
  store.dispatch(transferItems('move', from, to, [itemId]));
  const [moved] = selectItemIds(store.getState(), to);
  store.dispatch(itemEdited({ listId: to, itemId: moved as typeof itemId, fields: { quantity: '3 l' } }));
  other.store.dispatch(checkItem(from, itemId, true));
  await editThere({ description: 'mleko owsiane', quantity: '2 l' });
  await sync(mover);
  await allSent(mover);
  expect(await onServer()).toEqual(['mleko owsiane|3 l|true']);
  await settle(other);
  expect([seenIn(store), seenIn(other.store)]).toEqual([
    ['Zakupy: ', 'Apteka: mleko owsiane|3 l|done'],
    ['Zakupy: ', 'Apteka: mleko owsiane|3 l|done'],
  ]);
});

test('given an edit of another device, when the removal fails and its window is killed, then the next one keeps the edit', async () => {
  const { browser, mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
  store.dispatch(transferItems('move', from, to, [itemId]));
  await editThere({ description: 'mleko owsiane' });
  world.server.wire = first(isMethod('DELETE'), faults.lost);
  await sync(mover);
  mover.kill();
  const next = await openPulled(browser);
  await sync(next);
  await allSent(next);
  expect([await onServer(), seenIn(next.store)]).toEqual([
    ['mleko owsiane|1 l|false'],
    ['Zakupy: ', 'Apteka: mleko owsiane|1 l|open'],
  ]);
});

test('given a tick of another device, when the new row was ticked and opened again, then the tick comes along', async () => {
  const { mover, store, from, to, itemId, other, onServer } = await twoDevices();
  store.dispatch(transferItems('move', from, to, [itemId]));
  world.server.wire = first(isMethod('DELETE'), faults.lost);
  await sync(mover);
  other.store.dispatch(checkItem(from, itemId, true));
  await settle(other);
  const [moved] = selectItemIds(store.getState(), to);
  store.dispatch(checkItem(to, moved as typeof itemId, true));
  store.dispatch(checkItem(to, moved as typeof itemId, false));
  await settle(mover);
  expect(await onServer()).toEqual(['mleko|1 l|true']);
});

test('given a tick whose answer was lost, when it is taken back and the item is moved, then the new row is open', async () => {
  const { mover, store, from, to, itemId, onServer } = await twoDevices();
  world.server.wire = first(isMethod('PUT'), faults.answerLost);
  store.dispatch(checkItem(from, itemId, true));
  await sync(mover);
  store.dispatch(checkItem(from, itemId, false));
  store.dispatch(transferItems('move', from, to, [itemId]));
  await sync(mover);
  await allSent(mover);
  expect(await onServer()).toEqual(['mleko|1 l|false']);
});

test('given an edit of another device that came along, when the move is undone, then the item has it in its old list', async () => {
  const { mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
  const transfer = store.dispatch(transferItems('move', from, to, [itemId]));
  await editThere({ description: 'mleko owsiane' });
  await sync(mover);
  await allSent(mover);
  store.dispatch(undoTransfer(transfer));
  await sync(mover);
  await allSent(mover);
  expect([await onServer(), seenIn(store)]).toEqual([
    ['mleko owsiane|1 l|false'],
    ['Zakupy: mleko owsiane|1 l|open', 'Apteka: '],
  ]);
});

test.each(['lost', 'sent'])(
  'given a moved item that another device changed in its new list, when the move is undone (removal %s), then it has the change in its old list',
  async (removal) => {
    const { mover, store, other, from, to, itemId, onServer } = await twoDevices();
    world.server.wire = (request) => (removal === 'lost' && isMethod('DELETE')(request) ? faults.lost : null);
    const transfer = store.dispatch(transferItems('move', from, to, [itemId]));
    await sync(mover);
    world.server.wire = null;
    await settle(other);
    const [moved] = selectItemIds(other.store.getState(), to);
    const fields = { description: 'mleko owsiane' };
    other.store.dispatch(itemEdited({ listId: to, itemId: moved as typeof itemId, fields }));
    await settle(other);
    store.dispatch(undoTransfer(transfer));
    await settle(mover);
    expect([await onServer(), seenIn(store)]).toEqual([
      ['mleko owsiane|1 l|false'],
      ['Zakupy: mleko owsiane|1 l|open', 'Apteka: '],
    ]);
  },
);

test('given two windows, when an edit of another device comes along, then neither says that the server was restored', async () => {
  const { browser, mover, store, from, to, itemId, editThere } = await twoDevices();
  const second = await browser.openTab();
  await settled();
  store.dispatch(transferItems('move', from, to, [itemId]));
  await editThere({ description: 'mleko owsiane' });
  // The second window reads the disk while the edit is on its way.
  world.server.wire = first(isMethod('PUT'), async (_request, send) => {
    await settled();
    return send();
  });
  await sync(mover);
  await allSent(mover);
  await settled();
  expect([store, second.store].map((one) => selectSetBacks(one.getState()))).toEqual([0, 0]);
});

test('given a new item whose create was not answered, when others change it and it is moved, then their changes come along', async () => {
  const { mover, store, other, from, to, onServer, itemId: milk } = await twoDevices();
  store.dispatch(deleteItem(from, milk));
  await settle(mover);
  world.server.wire = first(isMethod('POST'), faults.answerLost);
  const itemId = store.dispatch(addItem(from));
  store.dispatch(itemEdited({ listId: from, itemId, fields: { description: 'chleb' } }));
  await sync(mover);
  await sync(other, true);
  other.store.dispatch(itemEdited({ listId: from, itemId, fields: { description: 'chleb razowy' } }));
  other.store.dispatch(checkItem(from, itemId, true));
  await settle(other);
  store.dispatch(itemEdited({ listId: from, itemId, fields: { quantity: '2' } }));
  store.dispatch(transferItems('move', from, to, [itemId]));
  await settle(mover);
  expect([await onServer(), seenIn(store)]).toEqual([
    ['chleb razowy|2|true'],
    ['Zakupy: ', 'Apteka: chleb razowy|2|done'],
  ]);
});

test('given an item without text, when it is moved while another device types into it, then it stays and has the text', async () => {
  const { mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
  store.dispatch(itemEdited({ listId: from, itemId, fields: { description: '', quantity: '' } }));
  await sync(mover);
  await allSent(mover);
  store.dispatch(transferItems('move', from, to, [itemId]));
  await editThere({ description: 'ser' });
  await settle(mover);
  expect([await onServer(), seenIn(store)]).toEqual([['ser||false'], ['Zakupy: ser||open', 'Apteka: ']]);
});

test('given an edit that came along, when the removal fails and another device edits the same field again, then that comes along too', async () => {
  const { mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
  store.dispatch(transferItems('move', from, to, [itemId]));
  await editThere({ description: 'mleko owsiane' });
  world.server.wire = always(isMethod('DELETE'), faults.lost);
  await sync(mover);
  await editThere({ description: 'mleko kozie' });
  expect(await onServer()).toEqual(['mleko kozie|1 l|false', 'mleko owsiane|1 l|false']);
  world.server.wire = null;
  await settle(mover);
  expect([await onServer(), seenIn(store)]).toEqual([
    ['mleko kozie|1 l|false'],
    ['Zakupy: ', 'Apteka: mleko kozie|1 l|open'],
  ]);
});

test.each(['sent', 'unsent', 'undone'])(
  'given an item that was moved twice before it was sent (%s), when another device changed it, then the last row has that',
  async (how) => {
    const { mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
    const third = store.dispatch(addList({ name: 'Dom', icon: 'tomato' }));
    store.dispatch(transferItems('move', from, to, [itemId]));
    if (how === 'sent') {
      world.server.wire = always(isMethod('DELETE'), faults.lost);
      await sync(mover);
      world.server.wire = null;
    }
    const again = store.dispatch(transferItems('move', to, third, selectItemIds(store.getState(), to)));
    if (how === 'undone') store.dispatch(undoTransfer(again));
    await editThere({ description: 'mleko owsiane' });
    await settle(mover);
    const end =
      how === 'undone' ? ['Apteka: mleko owsiane|1 l|open', 'Dom: '] : ['Apteka: ', 'Dom: mleko owsiane|1 l|open'];
    expect([await onServer(), seenIn(store)]).toEqual([['mleko owsiane|1 l|false'], ['Zakupy: ', ...end]]);
  },
);

test.each([[[]], [[{ description: 'mleko owsiane' }]]])(
  'given an item that was moved twice, when the first removal fails and another device then edits the old row (before it: %j), then the last row has that',
  async (before) => {
    const { mover, store, from, to, itemId, editThere, onServer } = await twoDevices();
    const third = store.dispatch(addList({ name: 'Dom', icon: 'tomato' }));
    store.dispatch(transferItems('move', from, to, [itemId]));
    store.dispatch(transferItems('move', to, third, selectItemIds(store.getState(), to)));
    for (const fields of before) await editThere(fields);
    world.server.wire = always(isMethod('DELETE'), faults.lost);
    await sync(mover);
    await editThere({ quantity: '2 l' });
    world.server.wire = null;
    await settle(mover);
    const text = before.at(-1)?.description ?? 'mleko';
    expect([await onServer(), seenIn(store)]).toEqual([
      [`${text}|2 l|false`],
      ['Zakupy: ', 'Apteka: ', `Dom: ${text}|2 l|open`],
    ]);
  },
);
