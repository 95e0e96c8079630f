import { expect, test } from '@jest/globals';
import type { ItemRow } from '../../src/contract/records';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { attackWorld, openPulled } from '../support/attackWorld';

const world = attackWorld();

test('code that changes a row in the state of a development build throws where it does so', async () => {
  const { store } = await openPulled((await world.signUp()).browser());
  const listId = store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = store.dispatch(addItem(listId, { description: 'mleko' }));

  const item = store.getState().items[listId]?.rows[itemId] as { -readonly [Field in keyof ItemRow]: ItemRow[Field] };

  expect(() => {
    item.description = 'masło';
  }).toThrow(TypeError);
  const { log } = store.getState().data;
  expect(() => Object.assign(log, { changes: {} })).toThrow(TypeError);
});
