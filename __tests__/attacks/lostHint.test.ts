import { afterEach, expect, jest, test } from '@jest/globals';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { attackWorld, deaf, flushed, openPulled, seenIn, seesWithin, sync } from '../support/attackWorld';

const world = attackWorld();

const LOOK_MS = 30_000;

afterEach(() => {
  jest.useRealTimers();
});

test('given two windows without messages between them, when one writes, then the other finds it at its next look at the disk', async () => {
  // Only what comes back at a fixed beat is the test's to move.
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });
  const browser = (await world.signUp()).browser();
  const one = await openPulled(browser, { openChannel: deaf });
  const listId = one.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(one);
  const two = await browser.openTab({ openChannel: deaf });
  await seesWithin(two, ['Zakupy: ']);
  for (const tab of [one, two]) tab.setOnline(false);
  one.store.dispatch(addItem(listId, { description: 'mleko' }));
  await flushed(one);
  expect(seenIn(two.store)).toEqual(['Zakupy: ']);
  jest.advanceTimersByTime(LOOK_MS);
  await seesWithin(two, ['Zakupy: mleko||open']);
});
