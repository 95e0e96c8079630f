import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { openBroadcastChannel } from '../../src/sync/tabs/tabChannel';
import { allSent, attackWorld, sync } from '../support/attackWorld';

const world = attackWorld();

const real = globalThis.BroadcastChannel;

/** Firefox with cookies blocked: a channel is refused as a storage is (mozilla/fxa#2347). */
class Denied {
  constructor() {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, writable: true, value: Denied });
});

afterEach(() => {
  Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, writable: true, value: real });
});

test('given a browser that refuses BroadcastChannel, then the lists open', async () => {
  const account = await world.signUp();
  const tab = await account.browser().openTab({ openChannel: openBroadcastChannel });
  expect(selectSessionPhase(tab.store.getState())).toBe('open');
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  expect(await account.lists()).toHaveLength(1);
});

test('given a BroadcastChannel that throws, when a change is written, then it is stored and sent', async () => {
  const account = await world.signUp();
  const broken = () => ({
    post: () => {
      throw new DOMException('The channel is closed.', 'InvalidStateError');
    },
    close: () => undefined,
  });
  const tab = await account.browser().openTab({ openChannel: broken });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  expect(tab.store.getState().errors).toEqual([]);
  expect(await account.lists()).toHaveLength(1);
});
