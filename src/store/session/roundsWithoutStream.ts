import { STREAMLESS_LONGEST_MS, STREAMLESS_MS } from '../../sync/wire/timing';
import type { AppStore } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import { selectIsOnline, selectStreamPhase, selectTouches } from '../state/syncSlice';

/** State that rounds and the person change. While it stays the same, nobody seems to be working. */
const whatStirs = (state: RootState): readonly unknown[] => {
  const { base, log } = state.data;
  return [base.lists, base.items, log, selectTouches(state)];
};

/**
 * Polls without an event stream, in the leading tab. The next round starts 31 s after the one before. While nothing
 * changes, the pause grows up to 5 min; the first change or touch sets it back to 31 s. There is one timer as long as
 * the tab leads.
 * @param run runs one round; resolves at its end
 * @returns stops it
 */
export const runRoundsWithoutStream = (store: AppStore, now: () => number, run: () => Promise<void>): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = STREAMLESS_MS;
  /** When the last round of this timer began, or the stream was lost; epoch ms. */
  let since = now();
  let known = whatStirs(store.getState());
  let isAsking = false;

  const schedule = (): void => {
    clearTimeout(timer);
    // After a clock that was set back, a time in the future counts as now.
    since = Math.min(since, now());
    if (isAsking) timer = setTimeout(ask, Math.max(0, since + waitMs - now()));
  };

  const ask = async (): Promise<void> => {
    since = now();
    waitMs = Math.min(waitMs * 2, STREAMLESS_LONGEST_MS);
    schedule();
    await run();
  };

  const follow = (): void => {
    const state = store.getState();
    const wasAsking = isAsking;
    isAsking = selectIsOnline(state) && selectStreamPhase(state) !== 'connected';
    const stirring = whatStirs(state);
    const isStirred = stirring.some((part, at) => part !== known[at]);
    known = stirring;
    if (isAsking && !wasAsking) since = now();
    if (isStirred || (isAsking && !wasAsking)) waitMs = STREAMLESS_MS;
    if (isStirred || isAsking !== wasAsking) schedule();
  };

  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
};
