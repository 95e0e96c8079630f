import { expect, test } from '@jest/globals';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, sweepBlanks } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, openPulled, seenIn, seesWithin, sync, unsent } from '../support/attackWorld';
import { settled } from '../support/settled';

const world = attackWorld();

/** Two windows of one browser that show the list `Zakupy: mleko`. */
const twoWindows = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const one = await openPulled(browser);
  const other = await browser.openTab();
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  one.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(one);
  await seesWithin(other, ['Zakupy: mleko||open']);
  const serverHas = async (wanted: readonly string[]) =>
    expect((await account.items()).map(({ description }) => description).sort()).toEqual(wanted);
  return { browser, one, other, listId, serverHas };
};

test('given a new row without text, when another window leaves the list, then the row stays and keeps what is typed', async () => {
  const { one, other, listId, serverHas } = await twoWindows();
  const itemId = one.store.dispatch(addItem(listId));
  await settled();
  expect(seenIn(other.store)).toEqual(['Zakupy: mleko||open']);
  other.store.dispatch(sweepBlanks(listId));
  one.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'chleb' } }));
  for (const tab of [one, other]) await seesWithin(tab, ['Zakupy: mleko||open, chleb||open']);
  await sync(one);
  await serverHas(['chleb', 'mleko']);
});

test('given a row whose first letters stand on the disk, when the other window leaves before it has read them, then they stay', async () => {
  const { one, other, listId, serverHas } = await twoWindows();
  const itemId = one.store.dispatch(addItem(listId));
  await settled();
  for (const description of ['c', 'ch', 'chl'])
    one.store.dispatch(itemEdited({ listId, itemId, fields: { description } }));
  other.store.dispatch(sweepBlanks(listId));
  await settled();
  await sync(one);
  await allSent(other);
  await serverHas(['chl', 'mleko']);
});

test('given a new row without text, when its window is killed, then the next one does not show it', async () => {
  const { browser, one, other, listId } = await twoWindows();
  one.store.dispatch(itemChecked({ listId, itemId: one.store.dispatch(addItem(listId)), done: true }));
  expect(seenIn(one.store)).toEqual(['Zakupy: mleko||open, ||done']);
  expect(unsent(one)).toBe(0);
  await settled();
  one.kill();
  other.kill();
  const next = await browser.openTab();
  await seesWithin(next, ['Zakupy: mleko||open']);
});

test('given a first letter, when the window is killed just after it, then the row is there with all it was given', async () => {
  const { browser, one, other, listId } = await twoWindows();
  const itemId = one.store.dispatch(addItem(listId));
  one.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
  one.store.dispatch(itemChecked({ listId, itemId, done: true }));
  await settled();
  one.kill();
  other.kill();
  const next = await browser.openTab();
  await seesWithin(next, ['Zakupy: mleko||open, |2|done']);
});

test('given a new row without text, when it is removed or swept, then nothing is left of it to store or send', async () => {
  const { one, listId } = await twoWindows();
  const { log } = one.store.getState().data;
  one.store.dispatch(deleteItem(listId, one.store.dispatch(addItem(listId))));
  one.store.dispatch(addItem(listId));
  one.store.dispatch(sweepBlanks(listId));
  expect(one.store.getState().data).toMatchObject({ log: { items: log.items }, drafts: {} });
  expect(seenIn(one.store)).toEqual(['Zakupy: mleko||open']);
});
