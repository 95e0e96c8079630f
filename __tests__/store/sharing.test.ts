import { expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { loadPeople } from '../../src/store/acts/sharingThunks';
import { attackWorld, openPulled } from '../support/attackWorld';

const world = attackWorld();

test('given a list that is not sent yet, when its members are opened, then it is sent first', async () => {
  const account = await world.signUp();
  const { store } = await openPulled(account.browser());
  const listId = store.dispatch(addList({ name: 'Weekend', icon: 'tomato' }));
  expect(await store.dispatch(loadPeople(listId))).toMatchObject({
    kind: 'ok',
    value: { members: [{ role: 'owner' }] },
  });
});

test('given a list that was made offline, when its members are opened, then there is no answer', async () => {
  const account = await world.signUp();
  const tab = await openPulled(account.browser());
  tab.setOnline(false);
  const listId = tab.store.dispatch(addList({ name: 'Weekend', icon: 'tomato' }));
  expect(await tab.store.dispatch(loadPeople(listId))).toEqual({ kind: 'unreachable' });
});
