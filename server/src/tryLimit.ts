import { tooMany } from './problems';

const WINDOW_MS = 60_000;
const KEYS_KEPT = 10_000;

/**
 * Counts tries per key in the last minute, in this process. `take` counts one for each of the keys, or throws 429 when any
 * of them has none left; a refused try is not counted, so waiting always helps.
 */
export const makeTryLimit = (triesPerMinute: number, now: () => number) => {
  const tries = new Map<string, number[]>();

  /** What lies ahead was counted before the machine's clock was set back: who knows how long ago. */
  const recent = (key: string, now: number): number[] =>
    (tries.get(key) ?? []).filter((at) => at > now - WINDOW_MS && at <= now);

  const forgetOld = (since: number): void => {
    for (const [key, times] of tries) if ((times.at(-1) ?? 0) <= since) tries.delete(key);
    // Still too many: somebody invents keys. The oldest go, so that memory stays bounded.
    for (const key of tries.keys()) {
      if (tries.size < KEYS_KEPT) return;
      tries.delete(key);
    }
  };

  return {
    take: (keys: readonly string[]): void => {
      const at = now();
      const since = at - WINDOW_MS;
      const full = keys.map((key) => recent(key, at)).filter((times) => times.length >= triesPerMinute);
      if (full.length > 0) throw tooMany(at, Math.max(...full.map(([first = at]) => first)) + WINDOW_MS);
      if (tries.size >= KEYS_KEPT) forgetOld(since);
      for (const key of keys) {
        const times = [...recent(key, at), at];
        // Set anew, so that the map's order is by last try.
        tries.delete(key);
        tries.set(key, times);
      }
    },
  };
};

export type TryLimit = ReturnType<typeof makeTryLimit>;
