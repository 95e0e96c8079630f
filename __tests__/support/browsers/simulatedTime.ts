import { nextTick } from '../simulationScheduler';

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly go: () => void;
  readonly everyMs: number | null;
}

const START = Date.parse('2026-03-01T08:00:00.000Z');

/**
 * Simulated time. While it is installed, the product's timers use it and nothing really waits. Only one can be installed at a time.
 * @param lateness how much later than requested a timer fires, in ms, as in hidden pages and on busy machines
 */
export const makeTime = (lateness: () => number) => {
  const timers = new Map<number, Timer>();
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  let now = START;
  let ids = 0;

  const put = (go: () => void, ms: number, everyMs: number | null, id: number): number => {
    timers.set(id, { id, at: now + Math.max(1, ms) + lateness(), go, everyMs });
    return id;
  };
  const remove = (id: unknown): void => void timers.delete(id as number);
  const nextBefore = (end: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers.values()) if (timer.at <= end && (!first || timer.at < first.at)) first = timer;
    return first;
  };
  const fire = ({ id, go, everyMs }: Timer): void => {
    timers.delete(id);
    if (everyMs !== null) put(go, everyMs, everyMs, id);
    go();
  };

  return {
    now: (): number => now,
    install: (): void => {
      const simulated = {
        setTimeout: (go: () => void, ms = 0) => put(go, ms, null, ++ids),
        setInterval: (go: () => void, ms = 0) => put(go, ms, Math.max(1, ms), ++ids),
        clearTimeout: remove,
        clearInterval: remove,
      };
      Object.assign(globalThis, simulated);
    },
    uninstall: (): void => void Object.assign(globalThis, real),
    /** Lets this time pass; the timers that are due fire in their order. */
    pass: async (ms: number): Promise<void> => {
      const end = now + ms;
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        now = timer.at;
        fire(timer);
        await nextTick();
      }
      now = end;
    },
  };
};

export type Time = ReturnType<typeof makeTime>;
