import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { changeId } from '../../contract/ids';
import { type Change, nextCounter, type SyncState } from '../../sync/model/syncState';
import { type Intent, isIntentAction } from '../acts/intents';
import type { Ports } from '../state/ports';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { toSyncEvent } from './dataReducer';

/**
 * Gives an act its place in the order and begins to store it: the only impure step of an act. News from the server are
 * stored here too; data that were read from the disk are not.
 */
const makeStamp = ({ tab, now }: Pick<Ports, 'tab' | 'now'>) => {
  /** One tab never creates the same id twice, even if the clock goes back or the disk loses data. */
  let given = 0;
  return (intents: readonly Intent[], state: SyncState): readonly Change[] => {
    const time = now();
    const first = Math.max(nextCounter(state, time), given + 1);
    given = first + intents.length - 1;
    return intents.map((intent, index) => ({ ...intent, id: changeId(first + index, tab), time }));
  };
};

export const stampChanges = (
  ports: Pick<Ports, 'tab' | 'now'>,
  openData: () => UserData | null,
): Middleware<object, RootState> => {
  const stamp = makeStamp(ports);
  return ({ getState }) =>
    (next) =>
    (action) => {
      const data = openData();
      // A screen may outlive its session by a moment. Its acts would belong to nobody, or to the next user.
      if (isIntentAction(action) && !data) return action;
      const before = getState().data;
      const stamped = isIntentAction(action)
        ? { ...action, meta: { changes: stamp(action.payload.intents, before) } }
        : action;
      const result = next(stamped);
      const event = toSyncEvent(stamped as UnknownAction);
      if (data && event && event.type !== 'sync/recordsRead') void data.journal.write(before, getState().data);
      return result;
    };
};
