import { beforeEach, expect, jest, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import { openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import type { Ports } from '../../src/store/ports';
import { addItem, addList } from '../../src/store/rowThunks';
import { always, attackWorld, countSent, isWrite, openPulled, sync, wait } from '../support/attackWorld';
import { refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';

const world = attackWorld();

// redux-persist says each failed write aloud.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

/** A disk shared by the tabs of a test that takes neither change, mark nor base while it is full. */
const fillingDisk = (name: string) => {
  const of = (user: UserId) => `${name}-${user}` as UserId;
  const disk = { isFull: false };
  const whenRoom = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (disk.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return work();
  };
  const ports: Partial<Ports> = {
    openChangeLog: (user, newId) => {
      const log = openChangeLog(of(user), newId);
      return { ...log, append: (c) => whenRoom(() => log.append(c)), putMark: (m) => whenRoom(() => log.putMark(m)) };
    },
    openBaseStore: async (user) => {
      const store = await openBaseStore(of(user));
      return {
        getItem: store.getItem.bind(store),
        setItem: <Value>(key: string, value: Value) => whenRoom(() => store.setItem(key, value)),
        removeItem: store.removeItem.bind(store),
      };
    },
  };
  return { disk, ports };
};

test('on a full disk two windows with refused rows do not pass the lead to and fro', async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { disk, ports } = fillingDisk('pingpong');
  const a = await openPulled(browser, ports);
  const listId = a.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(a);
  // A blank row, as the list screen makes it.
  a.store.dispatch(addItem(listId, {}));
  const b = await browser.openTab(ports);
  await wait(300);
  disk.isFull = true;
  world.server.wire = always(isWrite, refusing(400, 'no'));
  a.store.dispatch(addItem(listId, { description: 'mleko' }));
  b.store.dispatch(addItem(listId, { description: 'chleb' }));
  await eventually(
    () => countSent(world.server, 'POST', 'list-items'),
    (count) => count > 1,
  );
  // Longer than it takes to hand over the lead, and to ask for a round.
  await wait(2500);
  world.server.seen.length = 0;
  await wait(1500);
  expect(world.server.seen).toEqual([]);
});
