import { beforeEach, expect, jest, test } from '@jest/globals';
import type { UserId } from '../../src/contract/ids';
import { openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import { keepLostList } from '../../src/store/lostListThunks';
import type { Ports } from '../../src/store/ports';
import { addItem, addList, deleteList } from '../../src/store/rowThunks';
import { selectLostLists } from '../../src/store/viewSelectors';
import { allSent, attackWorld, openPulled, sync, wait } from '../support/attackWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

// redux-persist says each failed write aloud.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

/** A disk that takes neither change, mark nor base while it is full. */
const fillingDisk = (name: string) => {
  const of = (user: UserId) => `${name}-${user}` as UserId;
  const disk = { isFull: false };
  const whenRoom = async <V>(work: () => Promise<V>): Promise<V> => {
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
        setItem: <V>(key: string, value: V) => whenRoom(() => store.setItem(key, value)),
        removeItem: store.removeItem.bind(store),
      };
    },
  };
  return { disk, ports };
};

test('on a full disk a lost list that was answered is not asked about again', async () => {
  const account = await world.signUp();
  const outside = await openPulled(account.browser());
  const listId = outside.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(outside);
  const { disk, ports } = fillingDisk('lost');
  const tab = await openPulled(account.browser(), ports);
  disk.isFull = true;
  outside.store.dispatch(deleteList(listId));
  await sync(outside);
  tab.store.dispatch(addItem(listId, { description: 'chleb' }));
  await sync(tab);
  await sync(tab);
  const lost = () => Object.keys(selectLostLists(tab.store.getState()));
  await eventually(lost, (ids) => ids.length === 1);
  tab.store.dispatch(keepLostList(listId));
  await sync(tab);
  await allSent(tab);
  expect(lost()).toEqual([]);
  tab.setVisible(false);
  await wait(300);
  tab.setVisible(true);
  await wait(1000);
  await sync(tab, true);
  expect(lost()).toEqual([]);
}, 30_000);
