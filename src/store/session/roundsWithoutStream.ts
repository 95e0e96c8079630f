import { STREAMLESS_LONGEST_MS, STREAMLESS_MS } from '../../sync/wire/timing';
import type { AppStore } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import { selectIsOnline, selectStreamPhase, selectTouches } from '../state/syncSlice';

/** What a round may change, or a person: as long as all of it stays, nobody seems to be at work. */
const whatStirs = (state: RootState): readonly unknown[] => {
  const { base, log } = state.data;
  return [base.lists, base.items, log, selectTouches(state)];
};

/**
 * The leading tab without a stream asks: nobody tells it what others do. A round follows the one before after 30 s, then later and
 * later up to 5 min while nothing changes, and after 30 s again with the first change or touch. One timer for as long as it leads.
 * @param run one round; resolves when it has ended
 * @returns ends it
 */
export const runRoundsWithoutStream = (store: AppStore, now: () => number, run: () => Promise<void>): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = STREAMLESS_MS;
  /** When the last round of this timer began, or the stream went. */
  let since = now();
  let known = whatStirs(store.getState());
  let isAsking = false;

  const schedule = (): void => {
    clearTimeout(timer);
    // A clock that went back must not make a wait of hours.
    const passed = Math.max(0, now() - since);
    if (isAsking) timer = setTimeout(ask, Math.max(0, waitMs - passed));
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
