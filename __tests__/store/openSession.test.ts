import { expect, test } from '@jest/globals';
import { listAdded } from '../../src/store/acts/intents';
import type { Ports } from '../../src/store/state/ports';
import { makeStore } from '../../src/store/store';
import { listId } from '../support/builders';

test('what is done before anybody was signed in is nobody’s, and changes nothing', () => {
  const store = makeStore({ keepStorage: () => undefined } as Partial<Ports> as Ports);
  const before = store.getState();
  store.dispatch(listAdded({ listId: listId(1), name: 'Apteka' }));
  expect(store.getState()).toBe(before);
});
