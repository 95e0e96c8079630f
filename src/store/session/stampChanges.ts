import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { changeId } from '../../contract/ids';
import { type Change, nextCounter, type SyncState } from '../../sync/model/syncState';
import { type Intent, isIntentAction } from '../acts/intents';
import type { Ports } from '../state/ports';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { stampedChanges, toSyncEvent } from './dataReducer';

/**
 * Where an act gets its place in the order and goes to the disk: the only impure step on its way. What this tab hears of the
 * server goes there too; what was read from the disk does not.
 */
const makeStamp = ({ tab, now }: Pick<Ports, 'tab' | 'now'>) => {
  /** Never twice the same id from one tab, whatever its clock says and its disk forgot in between. */
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
      // A screen may outlive its session by a moment; what is done there would be nobody's, or the next one's.
      if (isIntentAction(action) && !data) return action;
      const before = getState().data;
      const stamped =
        isIntentAction(action) && data && !stampedChanges(action as unknown as UnknownAction)
          ? { ...action, meta: { changes: stamp(action.payload.intents, before) } }
          : action;
      const result = next(stamped);
      const event = toSyncEvent(stamped as UnknownAction);
      if (data && event && event.type !== 'sync/recordsRead') void data.write(before, getState().data);
      return result;
    };
};
