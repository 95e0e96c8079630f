import { expect, jest, test } from '@jest/globals';
import { blankAdded, listAdded } from '../../src/store/acts/intents';
import { makeSyncListeners } from '../../src/store/session/syncListeners';
import type { Ports } from '../../src/store/state/ports';
import { makeStore } from '../../src/store/store';
import { itemId, listId } from '../support/builders';

test('an act before the sign-in changes nothing', () => {
  const store = makeStore({ keepStorage: () => undefined } as Partial<Ports> as Ports);
  const before = store.getState();
  store.dispatch(listAdded({ listId: listId(1), name: 'Apteka' }));
  expect(store.getState()).toBe(before);
});

test('the browser is asked to keep the data at the first write, and not for the empty row of a list without items', () => {
  const keepStorage = jest.fn();
  const ports = { keepStorage } as Partial<Ports> as Ports;
  const store = makeStore(ports, undefined, { listeners: [makeSyncListeners] });
  store.dispatch(blankAdded({ listId: listId(1), itemId: itemId(1) }));
  expect(keepStorage).not.toHaveBeenCalled();
  for (const name of ['Apteka', 'Zakupy']) store.dispatch(listAdded({ listId: listId(1), name }));
  expect(keepStorage).toHaveBeenCalledTimes(1);
});
