import type { UserId } from '../../src/contract/ids';
import { openBaseStore } from '../../src/storage/baseStore';
import { openChangeLog } from '../../src/storage/changeLog';
import type { Ports } from '../../src/store/ports';

/** A disk shared by the tabs of a test that takes neither change, mark nor base while it is full. */
export const fillingDisk = (name: string) => {
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
