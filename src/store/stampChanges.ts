import type { Middleware, UnknownAction } from '@reduxjs/toolkit';
import { changeId } from '../contract/ids';
import { type Recorded, type SyncEvent, syncEvent } from '../sync/syncEvents';
import { type Change, changesOf, nextCounter, type SyncState } from '../sync/syncState';
import { stampedChanges, toSyncEvent } from './dataReducer';
import { type Intent, isIntentAction } from './intents';
import type { Ports } from './ports';
import type { RootState } from './rootReducer';
import type { UserData } from './session';

/**
 * Where an act gets its place in the order, goes to the disk, and is told to the other tabs: the only impure step on its way.
 * Events of the server that this tab leads in go the same two ways; what another tab told (`meta.isForeign`) goes neither.
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

/**
 * Whether another tab may be sending what these acts would be folded into, and say it again with them. Who leads is the one that
 * sends; and what no disk took, nobody else knows.
 */
const isSentElsewhere = ({ writesBase, journal }: UserData, { log }: SyncState, intents: readonly Intent[]): boolean =>
  !writesBase() &&
  intents.some(({ collection, listId, rowId }) => {
    const last = changesOf(log, collection, listId)[rowId]?.at(-1);
    return last !== undefined && !journal.isStuck(last.id);
  });

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
  const stamp = makeStamp(ports);
  const recorded = (intents: readonly Intent[], before: SyncState, data: UserData): Recorded => ({
    changes: stamp(intents, before),
    isApart: isSentElsewhere(data, before, intents),
  });
  return ({ getState }) =>
    (next) =>
    (action) => {
      const data = openData();
      // A screen may outlive its session by a moment; what is done there would be nobody's, or the next one's.
      if (isIntentAction(action) && !data) return action;
      const before = getState().data;
      const stamped =
        isIntentAction(action) && data && !stampedChanges(action as unknown as UnknownAction)
          ? { ...action, meta: recorded(action.payload.intents, before, data) }
          : action;
      const result = next(stamped);
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
