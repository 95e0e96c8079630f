import { expect, test } from '@jest/globals';
import { listAdded } from '../../src/store/acts/intents';
import type { Ports } from '../../src/store/state/ports';
import { makeStore } from '../../src/store/store';
import { listId } from '../support/builders';

test('an act before the sign-in changes nothing', () => {
  const store = makeStore({ keepStorage: () => undefined } as Partial<Ports> as Ports);
  const before = store.getState();
  store.dispatch(listAdded({ listId: listId(1), name: 'Apteka' }));
  expect(store.getState()).toBe(before);
});
