import { reduceSync } from '../../src/sync/model/reduceSync';
import type { SyncEvent } from '../../src/sync/model/syncEvents';
import type { SyncState } from '../../src/sync/model/syncState';
import { newState } from './builders';
import { deepFreeze } from './deepFreeze';

type Step = (was: SyncState, event: SyncEvent, now: SyncState) => void;

/** Runs a history with deeply frozen states, and calls `look` at each step. */
export const runEvents = (
  history: readonly ((state: SyncState) => SyncEvent)[],
  look: Step = () => undefined,
  start: SyncState = newState,
): SyncState =>
  history.reduce((was, act) => {
    const event = deepFreeze(act(was));
    const now = deepFreeze(reduceSync(was, event));
    look(was, event, now);
    return now;
  }, deepFreeze(start));
