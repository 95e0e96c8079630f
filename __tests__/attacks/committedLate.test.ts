import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, isMethod, isPull, openPulled, seenIn, sync } from '../support/attackWorld';
import { listId } from '../support/builders';
import { refusing } from '../support/contractServer';
import { settled } from '../support/settled';

/**
 * A Strapi gives a row its time before it commits it, and each machine by its own clock: what comes to light later than a newer
 * row is in no pull from the cursor.
 */

const world = attackWorld();
const behind = listId(1);

test('given a row committed late, behind the cursor, when the person never stops editing, then a later pull still finds it', async () => {
  const account = await world.signUp();
  let later = 0;
  const tab = await openPulled(account.browser(() => Date.now() + later));
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  // The cursor stands where the first row is read.
  await sync(tab);
  await account.call('POST', '/lists', { data: { uuid: behind, name: 'Inne', icon: 'cat' } });
  world.server.wire = (request) => {
    if (!isPull(request) || request.url.includes('1970')) return null;
    return async (_request, send) => {
      const { data } = (await (await send()).json()) as { data: { uuid: string }[] };
      return Response.json({ data: data.filter(({ uuid }) => uuid !== behind) });
    };
  };
  for (let round = 0; round < 20; round += 1) {
    later += 20_000;
    await sync(tab);
  }
  expect(seenIn(tab.store)).toEqual(['Inne: ', 'Zakupy: ']);
});

test('given a row committed late, behind the cursor, when the person switches windows all the time, then a later pull still finds it', async () => {
  const account = await world.signUp();
  let later = 0;
  const tab = await openPulled(account.browser(() => Date.now() + later));
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  // The cursor stands where the first row is read.
  await sync(tab);
  await account.call('POST', '/lists', { data: { uuid: behind, name: 'Inne', icon: 'cat' } });
  world.server.wire = (request) => {
    if (!isPull(request) || request.url.includes('1970')) return null;
    return async (_request, send) => {
      const { data } = (await (await send()).json()) as { data: { uuid: string }[] };
      return Response.json({ data: data.filter(({ uuid }) => uuid !== behind) });
    };
  };
  for (let round = 0; round < 20; round += 1) {
    tab.setVisible(false);
    later += 20_000;
    await settled();
    tab.setVisible(true);
    await settled();
    await sync(tab);
  }
  expect(seenIn(tab.store)).toEqual(['Inne: ', 'Zakupy: ']);
});

test('given a row that is answered 500 each time, then not every round is a whole pull', async () => {
  const account = await world.signUp();
  let later = 0;
  const tab = await openPulled(account.browser(() => Date.now() + later));
  const list = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(list, { description: 'mleko' }));
  await sync(tab);
  await allSent(tab);
  await sync(tab);
  let whole = 0;
  world.server.wire = (request) => {
    if (isPull(request) && request.url.includes('1970')) whole += 1;
    return isMethod('PUT')(request) ? refusing(500, 'broken') : null;
  };
  tab.store.dispatch(itemEdited({ listId: list, itemId, fields: { quantity: '2' } }));
  for (let round = 0; round < 24; round += 1) {
    later += 20_000;
    await sync(tab);
  }
  // In eight minutes once, both lists and items.
  expect(whole).toBe(2);
});
