import { tooMany } from './problems';

const MINUTE_MS = 60_000;
const KEYS_KEPT = 10_000;
/** Several at a time, because finding them costs more than deleting them. */
const KEYS_DELETED = 1000;

/**
 * Limits tries per key in the last minute, or another window, in this process. `take` counts one try for each key, or
 * throws 429 when one has none left. A refused try is not counted, so waiting always helps.
 */
export const makeTryLimit = (most: number, now: () => number, windowMs = MINUTE_MS) => {
  const tries = new Map<string, number[]>();

  /** Times in the future were counted before the clock was set back, so their age is unknown. They are dropped. */
  const recent = (key: string, now: number): number[] =>
    (tries.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);

  /**
   * Deletes keys without recent tries. If there are still too many, somebody invents them, and those with the fewest
   * tries are deleted, the oldest first. So the tries at a real account are not forgotten for many names with one try.
   */
  const forgetOld = (since: number): void => {
    for (const [key, times] of tries) if ((times.at(-1) ?? 0) <= since) tries.delete(key);
    if (tries.size < KEYS_KEPT) return;
    const byTries = [...tries].sort(([, one], [, other]) => one.length - other.length);
    for (const [key] of byTries.slice(0, KEYS_DELETED)) tries.delete(key);
  };

  return {
    take: (keys: readonly string[]): void => {
      const at = now();
      const since = at - windowMs;
      const full = keys.map((key) => recent(key, at)).filter((times) => times.length >= most);
      if (full.length > 0) throw tooMany(at, Math.max(...full.map(([first = at]) => first)) + windowMs);
      if (tries.size >= KEYS_KEPT) forgetOld(since);
      for (const key of keys) {
        const times = [...recent(key, at), at];
        // Deleted and set again, so that the map is ordered by the last try.
        tries.delete(key);
        tries.set(key, times);
      }
    },
    /** Uncounts the last try of each key, because it was no failure. */
    giveBack: (keys: readonly string[]): void => {
      for (const key of keys) tries.set(key, (tries.get(key) ?? []).slice(0, -1));
    },
  };
};
