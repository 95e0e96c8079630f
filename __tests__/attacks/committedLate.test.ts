import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/rowThunks';
import { attackWorld, isPull, openPulled, seenIn, sync } from '../support/attackWorld';
import { listId } from '../support/builders';

/**
 * A Strapi gives a row its time before it commits it, and each machine by its own clock: what comes to light later than a newer
 * row is in no pull from the cursor.
 */

const world = attackWorld();
const behind = listId(1);

test('a row that came to light behind the cursor is shown also to somebody who never rests for half a minute', async () => {
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
