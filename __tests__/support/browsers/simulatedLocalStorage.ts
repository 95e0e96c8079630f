import type { Random } from '../simulationRandom';
import type { Owner, Scheduler } from '../simulationScheduler';

/** Chromium writes local storage to disk about once in this time. */
const LATE_MS = 60_000;

/** The content from a moment on. */
interface State {
  readonly since: number;
  readonly values: ReadonlyMap<string, string>;
}

interface Watch {
  readonly owner: Owner;
  readonly listener: (event: StorageEvent) => void;
}

/**
 * One browser's local storage. Every page reads a new value at once, and gets its event some time later. The disk has it even
 * later, so a kill of the browser brings an older content back.
 */
export const makeLocalStorage = (scheduler: Scheduler, random: Random, now: () => number) => {
  let values: State['values'] = new Map();
  /** The states of the last minute, and the one before them. */
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
    // A dead page's timers still fire.
    if (writer.isDead || (values.get(key) ?? null) === value) return;
    const next = new Map(values);
    if (value === null) next.delete(key);
    else next.set(key, value);
    values = next;
    states = [...states.slice(stateAt(now() - LATE_MS)), { since: now(), values }];
    tell(writer, { key } as StorageEvent);
  };

  return {
    /** The parts of `window` that a session needs. */
    pageFor: (owner: Owner): Window => {
      const localStorage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => write(owner, key, value),
        removeItem: (key: string) => write(owner, key, null),
      };
      const addEventListener = (_kind: string, listener: Watch['listener']) => void watches.add({ owner, listener });
      return { localStorage, addEventListener } as unknown as Window;
    },
    /** The browser was killed: restores what the disk had. */
    bringBack: (): void => {
      const state = states[stateAt(now() - random.below(LATE_MS))];
      if (!state) return;
      values = state.values;
      states = [{ ...state, since: now() }];
    },
  };
};
