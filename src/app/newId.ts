import { v7 } from 'uuid';
import { LAST_ID_KEY } from '../contract/storageKeys';
import type { LocalStore } from '../storage/localStore';

/** The time after that of the newest id, which is stored across page loads; epoch ms, 0 if unknown. */
const timeAfterLast = (stored: string | null): number => {
  const ms = Number(stored);
  return Number.isSafeInteger(ms) && ms > 0 ? ms + 1 : 0;
};

/**
 * Creates version 7 uuids. Each is greater than all earlier ones on this device, even if the clock goes back. With
 * `atMs` the id has that time; such ids grow among themselves and do not affect the others.
 * @param now epoch ms
 * @param memory local storage; without it, ids grow only during the life of the page
 */
export const makeNewId = (
  now: () => number,
  memory: Pick<LocalStore, 'getItem' | 'setItem'>,
): ((atMs?: number) => string) => {
  const fresh = { ms: timeAfterLast(memory.getItem(LAST_ID_KEY)), count: 0 };
  const restored = { ms: 0, count: 0 };
  return (atMs) => {
    const last = atMs === undefined ? fresh : restored;
    const ms = atMs ?? Math.max(now(), fresh.ms);
    last.count = ms === last.ms ? last.count + 1 : 0;
    if (ms !== last.ms && last === fresh) memory.setItem(LAST_ID_KEY, String(ms));
    last.ms = ms;
    return v7({ msecs: ms, seq: last.count });
  };
};
