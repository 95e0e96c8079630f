import { expect, test } from '@jest/globals';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { addItem, addList, deleteItem } from '../../src/store/acts/rowThunks';
import { selectItemIds } from '../../src/store/view/viewSelectors';
import {
  allSent,
  attackWorld,
  countSent,
  first,
  flushed,
  isMethod,
  openPulled,
  seenIn,
  settle,
  sync,
  unsent,
} from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';

const world = attackWorld({ listsPerUser: 10, itemsPerList: 2, itemsPerUser: 10 });

/** A tab with a list, the ids of its items, and a list that is full. All of it is sent. */
const openFull = async (...descriptions: readonly string[]) => {
  const account = await world.signUp();
  const browser = account.browser();
  const tab = await openPulled(browser);
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const full = store.dispatch(addList({ name: 'Pełna', icon: 'tomato' }));
  const ids = descriptions.map((description) => store.dispatch(addItem(from, { description })));
  for (const description of ['a', 'b']) store.dispatch(addItem(full, { description }));
  await sync(tab);
  await allSent(tab);
  const onServer = async () => (await account.items()).map(({ description }) => description).sort();
  return { account, browser, tab, store, from, full, ids, onServer };
};

test('given a full list, when items are moved into it, then they stay where they were', async () => {
  const { tab, store, from, full, ids, onServer } = await openFull('mleko', 'chleb');
  store.dispatch(transferItems('move', from, full, ids));
  await sync(tab);
  await allSent(tab);
  await sync(tab, true);
  expect(await onServer()).toEqual(['a', 'b', 'chleb', 'mleko']);
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open, chleb||open', 'Pełna: a||open, b||open']);
});

test('given a full list, when an item is moved into it before it was ever sent, then it stays where it was', async () => {
  const { tab, store, from, full, onServer } = await openFull();
  const id = store.dispatch(addItem(from, { description: 'mleko' }));
  store.dispatch(transferItems('move', from, full, [id]));
  expect(seenIn(store)).toEqual(['Zakupy: ', 'Pełna: a||open, b||open, mleko||open']);
  await sync(tab);
  await allSent(tab);
  expect(seenIn(store)).toEqual(['Zakupy: mleko||open', 'Pełna: a||open, b||open']);
  expect(await onServer()).toEqual(['a', 'b', 'mleko']);
});

test('given a list with room, when items are moved there, then one round sends both, the new rows first', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  const { store } = tab;
  const from = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  const ids = ['mleko', 'chleb'].map((description) => store.dispatch(addItem(from, { description })));
  await sync(tab);
  world.server.seen.length = 0;
  store.dispatch(transferItems('move', from, to, ids));
  await sync(tab);
  const writes = world.server.seen.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  expect(writes).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
  expect([unsent(tab), seenIn(store)]).toEqual([0, ['Zakupy: ', 'Apteka: mleko||open, chleb||open']]);
});

test('given a move into a full list, when its window is killed before it is sent, then the next one leaves the item where it was', async () => {
  const { browser, tab, from, full, ids, onServer } = await openFull('mleko');
  tab.store.dispatch(transferItems('move', from, full, ids));
  await flushed(tab);
  tab.kill();
  const next = await openPulled(browser);
  await sync(next);
  await allSent(next);
  expect(seenIn(next.store)).toEqual(['Zakupy: mleko||open', 'Pełna: a||open, b||open']);
  expect(await onServer()).toEqual(['a', 'b', 'mleko']);
});

/** A move into a full list whose create is on its way, and has no answer yet. */
const movingIntoFull = async () => {
  const opened = await openFull('mleko');
  const { tab, store, from, full, ids } = opened;
  const other = store.dispatch(addList({ name: 'Dom', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  const slow = gate();
  world.server.wire = first(isMethod('POST', 'list-items'), async (_request, send) => {
    const answer = await send();
    await slow.opened;
    return answer;
  });
  world.server.seen.length = 0;
  const { added } = store.dispatch(transferItems('move', from, full, ids));
  const sent = sync(tab);
  await eventually(
    () => countSent(world.server, 'POST'),
    (count) => count === 1,
  );
  const moved = added[0]?.itemId;
  if (!moved) throw new Error('nothing was moved');
  const end = async (): Promise<void> => {
    slow.open();
    await sent;
    await sync(tab, true);
    await allSent(tab);
  };
  return { ...opened, other, moved, end };
};

test('given a move into a full list that was not answered, when the item is deleted there, then it does not come back', async () => {
  const { tab, full, moved, end, onServer } = await movingIntoFull();
  tab.store.dispatch(deleteItem(full, moved));
  await end();
  expect(await onServer()).toEqual(['a', 'b']);
});

test('given a move into a full list that was not answered, when the item is moved on, then it is there once', async () => {
  const { tab, full, other, moved, end, onServer } = await movingIntoFull();
  tab.store.dispatch(transferItems('move', full, other, [moved]));
  await end();
  expect(await onServer()).toEqual(['a', 'b', 'mleko']);
  expect(seenIn(tab.store)).toEqual(['Zakupy: ', 'Pełna: a||open, b||open', 'Dom: mleko||open']);
});

test('given a move that is undone into a list that another device has filled, then the item stays in the other list', async () => {
  const { account, tab, store, from, ids, onServer } = await openFull('mleko', 'chleb');
  const to = store.dispatch(addList({ name: 'Apteka', icon: 'pill' }));
  const moved = store.dispatch(transferItems('move', from, to, ids.slice(0, 1)));
  await sync(tab);
  await allSent(tab);
  const other = await openPulled(account.browser());
  other.store.dispatch(addItem(from, { description: 'ser' }));
  await sync(other);
  store.dispatch(undoTransfer(moved));
  await sync(tab);
  await allSent(tab);
  expect(seenIn(store)).toEqual(['Zakupy: chleb||open, ser||open', 'Pełna: a||open, b||open', 'Apteka: mleko||open']);
  expect(await onServer()).toEqual(['a', 'b', 'chleb', 'mleko', 'ser']);
});

test('given a refused move, then its refusal and the dropped removal are one event, which the disk takes whole', async () => {
  const { tab, end } = await movingIntoFull();
  const states: string[] = [];
  tab.store.subscribe(() => {
    const { log } = tab.store.getState().data;
    states.push(`${log.refusals.length} refused, ${Object.values(log.items).flatMap(Object.values).length} rows wait`);
  });
  await end();
  expect(states).not.toContain('0 refused, 1 rows wait');
  expect(states).not.toContain('1 refused, 1 rows wait');
  expect(states).toContain('1 refused, 0 rows wait');
});

test('given a full list, when an item is moved into it over another list before anything was sent, then it stays in that list', async () => {
  const { tab, store, from, full, ids, onServer } = await openFull('mleko');
  const between = store.dispatch(addList({ name: 'Apteka', icon: 'tomato' }));
  store.dispatch(transferItems('move', from, between, ids));
  store.dispatch(transferItems('move', between, full, selectItemIds(store.getState(), between)));
  await settle(tab);
  expect([await onServer(), seenIn(store)]).toEqual([
    ['a', 'b', 'mleko'],
    ['Zakupy: ', 'Pełna: a||open, b||open', 'Apteka: mleko||open'],
  ]);
});

test('given two full lists, when an item is moved into one and on into the other before anything was sent, then it stays where it was', async () => {
  const { tab, store, from, full, ids, onServer } = await openFull('mleko');
  const second = store.dispatch(addList({ name: 'Druga', icon: 'tomato' }));
  for (const description of ['c', 'd']) store.dispatch(addItem(second, { description }));
  await sync(tab);
  await allSent(tab);
  const there = selectItemIds(store.getState(), full);
  store.dispatch(transferItems('move', from, full, ids));
  const moved = selectItemIds(store.getState(), full).filter((id) => !there.includes(id));
  store.dispatch(transferItems('move', full, second, moved));
  await settle(tab);
  expect([await onServer(), seenIn(store)]).toEqual([
    ['a', 'b', 'c', 'd', 'mleko'],
    ['Zakupy: mleko||open', 'Pełna: a||open, b||open', 'Druga: c||open, d||open'],
  ]);
});
