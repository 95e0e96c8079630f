import { v7 } from 'uuid';
import { LAST_ID_KEY } from '../contract/storageKeys';

/** Remembers the time of the newest id beyond the life of the page (epoch ms; 0 when nothing is known). */
export interface IdMemory {
  load(): number;
  save(ms: number): void;
}

/**
 * Makes ids: uuids of version 7, each greater than all before it on this device, also when its clock goes back.
 * With a time given, the id carries that time (ids of one such time still grow) and leaves the order of the others alone.
 * @param now epoch ms
 */
export const makeNewId = (now: () => number, memory: IdMemory): ((atMs?: number) => string) => {
  const fresh = { ms: memory.load(), count: 0 };
  const restored = { ms: 0, count: 0 };
  return (atMs) => {
    const last = atMs === undefined ? fresh : restored;
    const ms = atMs ?? Math.max(now(), fresh.ms);
    last.count = ms === last.ms ? last.count + 1 : 0;
    if (ms !== last.ms && last === fresh) memory.save(ms);
    last.ms = ms;
    return v7({ msecs: ms, seq: last.count });
  };
};

/** In local storage; where that is closed to us, ids grow for as long as the page lives. */
export const storedIdMemory = (storage: () => Storage): IdMemory => ({
  load: () => {
    try {
      const ms = Number(storage().getItem(LAST_ID_KEY));
      return Number.isSafeInteger(ms) && ms > 0 ? ms + 1 : 0;
    } catch {
      return 0;
    }
  },
  save: (ms) => {
    try {
      storage().setItem(LAST_ID_KEY, String(ms));
    } catch {
      // A full or closed storage: the next page starts from the clock alone.
    }
  },
});
