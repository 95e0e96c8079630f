import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';

/** Chromium writes an origin's local storage to disk about that often. */
const LATE_MS = 60_000;

/** What stood there from then on. */
interface State {
  readonly since: number;
  readonly values: ReadonlyMap<string, string>;
}

interface Watch {
  readonly owner: Owner;
  readonly listener: (event: StorageEvent) => void;
}

/**
 * One browser's local storage: every page sees at once what stands there and hears of it some time later; the disk has it later
 * still, and that is what stands there after the browser was killed.
 */
export const makeLocalStorage = (scheduler: Scheduler, random: Random, now: () => number) => {
  let values: State['values'] = new Map();
  /** Of the last minute, and the one before them. */
  let states: readonly State[] = [{ since: now(), values }];
  const watches = new Set<Watch>();

  const stateAt = (moment: number): number =>
    Math.max(
      0,
      states.findLastIndex(({ since }) => since <= moment),
    );

  const tell = (writer: Owner, event: StorageEvent): void => {
    for (const watch of watches) {
      const { owner, listener } = watch;
      if (owner.isDead) watches.delete(watch);
      else if (owner !== writer) void scheduler.turn(owner).then(() => listener(event));
    }
  };

  const write = (writer: Owner, key: string, value: string | null): void => {
    // Nothing clears a dead page's timers.
    if (writer.isDead || (values.get(key) ?? null) === value) return;
    const next = new Map(values);
    if (value === null) next.delete(key);
    else next.set(key, value);
    values = next;
    states = [...states.slice(stateAt(now() - LATE_MS)), { since: now(), values }];
    tell(writer, { key } as StorageEvent);
  };

  return {
    /** As much of a page as a session needs. */
    pageFor: (owner: Owner): Window => {
      const localStorage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => write(owner, key, value),
        removeItem: (key: string) => write(owner, key, null),
      };
      const addEventListener = (_kind: string, listener: Watch['listener']) => void watches.add({ owner, listener });
      return { localStorage, addEventListener } as unknown as Window;
    },
    /** The browser was killed: back is what the disk had. */
    bringBack: (): void => {
      const state = states[stateAt(now() - random.below(LATE_MS))];
      if (!state) return;
      values = state.values;
      states = [{ ...state, since: now() }];
    },
  };
};
