import { v7 } from 'uuid';
import { LAST_ID_KEY } from '../contract/storageKeys';

/** Stores the time of the newest id across page loads, in epoch ms; 0 if unknown. */
interface IdMemory {
  load(): number;
  save(ms: number): void;
}

/**
 * Creates version 7 uuids. Each is greater than all earlier ones on this device, even if the clock goes back. With
 * `atMs` the id has that time; such ids grow among themselves and do not affect the others.
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

/** In local storage. Without access to it, ids grow only during the life of the page. */
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
      // The storage is full or not accessible: the next page uses its clock only.
    }
  },
});
