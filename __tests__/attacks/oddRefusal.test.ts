import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { attackWorld, openPulled, sync } from '../support/attackWorld';
import { refusing } from '../support/contractServer';

const world = attackWorld();

test.each([423, 451, 415])(
  'given a provider that answers one row with %i, then all other rows are sent',
  async (status) => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const list = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const milk = tab.store.dispatch(addItem(list, { description: 'mleko' }));
    await sync(tab);
    tab.store.dispatch(addList({ name: 'Inna', icon: 'tomato' }));
    world.server.wire = ({ method, url }) =>
      method === 'POST' && new URL(url).pathname === '/api/lists' ? refusing(status, 'no') : null;
    tab.store.dispatch(itemEdited({ listId: list, itemId: milk, fields: { quantity: '2' } }));
    await sync(tab);
    expect((await account.items()).map(({ quantity }) => quantity)).toEqual(['2']);
  },
);
