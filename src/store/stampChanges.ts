import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { changeId } from '../contract/ids';
import { type SyncEvent, syncEvent } from '../sync/syncEvents';
import { type Change, nextCounter, type SyncState } from '../sync/syncState';
import { stampedChanges, toSyncEvent } from './dataReducer';
import { type Intent, isIntentAction } from './intents';
import type { Ports } from './ports';
import type { RootState } from './rootReducer';
import { activityChanged } from './syncSlice';
import type { UserData } from './userData';

/**
 * Where an act gets its place in the order, goes to the disk, and is told to the other tabs: the only impure step on its way.
 * Events of the server that this tab leads in go the same two ways; what another tab told (`meta.isForeign`) goes neither.
 */
const makeStamp = ({ tab, now }: Pick<Ports, 'tab' | 'now'>) => {
  /** Never twice the same id from one tab, whatever its clock says and its disk forgot in between. */
  let given = 0;
  let absences = 0;
  return {
    stamp: (intents: readonly Intent[], state: SyncState): readonly Change[] => {
      const time = now();
      const author = absences ? `${tab}-${absences}` : tab;
      const first = Math.max(nextCounter(state, time), given + 1);
      given = first + intents.length - 1;
      return intents.map((intent, index) => ({ ...intent, id: changeId(first + index, author), time }));
    },
    /**
     * While the tab was in the back, others may have sent what it takes for unsent until it has read the disk: what is done from
     * now on bears another name, and is so never folded with that.
     */
    leaveFront: (): void => {
      absences += 1;
    },
  };
};

const isForeign = (action: unknown): boolean =>
  typeof action === 'object' &&
  action !== null &&
  'meta' in action &&
  (action.meta as { isForeign?: boolean } | undefined)?.isForeign === true;

/** The event of another tab as an action that goes no further. */
export const foreign = (event: SyncEvent) => ({ ...event, meta: { isForeign: true } });

/** Read from the disk, they are on it; an answer this tab got is for all tabs. */
const isForAll = (event: SyncEvent): boolean => event.type !== 'sync/stored' && event.type !== 'sync/changesHeard';

export const stampChanges = (
  ports: Pick<Ports, 'tab' | 'now'>,
  openData: () => UserData | null,
): Middleware<object, RootState> => {
  const { stamp, leaveFront } = makeStamp(ports);
  return ({ getState }) =>
    (next) =>
    (action) => {
      if (activityChanged.match(action) && !action.payload.isActive) leaveFront();
      // A screen may outlive its session by a moment; what is done there would be nobody's, or the next one's.
      if (isIntentAction(action) && !openData()) return action;
      const before = getState().data;
      const stamped =
        isIntentAction(action) && !stampedChanges(action as unknown as UnknownAction)
          ? { ...action, meta: { changes: stamp(action.payload.intents, before) } }
          : action;
      const result = next(stamped);
      const data = openData();
      const event = toSyncEvent(stamped as UnknownAction);
      if (data && event && isForeign(action)) data.heard(before, getState().data, event);
      if (!data || !event || isForeign(action) || !isForAll(event)) return result;
      const after = getState().data;
      const written = data.write(before, after, event);
      // The disk tells of changes when it has them.
      if (event.type !== 'sync/changesRecorded') data.tell({ kind: 'event', event }, written);
      return result;
    };
};

/** The changes another tab announced, as an event of this one. */
export const heardChanges = (heard: Extract<SyncEvent, { type: 'sync/changesHeard' }>['payload']) =>
  foreign(syncEvent('sync/changesHeard', heard));
