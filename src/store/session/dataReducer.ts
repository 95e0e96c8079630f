import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { deriveView } from '../../sync/model/deriveView';
import { reduceSync } from '../../sync/model/reduceSync';
import { isSyncEvent, type Recorded, type SyncEvent, syncEvent } from '../../sync/model/syncEvents';
import { type Change, emptyBase, emptyLog, type SyncState } from '../../sync/model/syncState';
import { isIntentAction } from '../acts/intents';
import type { DataRules } from '../state/rootReducer';

/** Base and log in the store. Only sync events change them; an act of the user is turned into one here. */

/** Removes all data of a user from memory. The disk keeps them. */
export const userDataClosed = createAction('data/closed');

const initial: SyncState = { base: emptyBase, log: emptyLog };

/** The changes of an act. Empty before `stampChanges` has processed it. */
const recordedBy = (action: UnknownAction): Recorded | null => {
  if (!isIntentAction(action)) return null;
  const { meta } = action as { readonly meta?: Pick<Recorded, 'changes'> };
  if (!meta?.changes) return null;
  const { dropped } = action.payload as Partial<Recorded>;
  return { changes: meta.changes, ...(dropped && { dropped }) };
};

/** The changes that a stamped act carries. */
export const stampedChanges = (action: UnknownAction): readonly Change[] | null => recordedBy(action)?.changes ?? null;

/** The sync event that an action is or stands for. Null for all other actions. */
export const toSyncEvent = (action: UnknownAction): SyncEvent | null => {
  const recorded = recordedBy(action);
  if (recorded) return syncEvent('sync/changesRecorded', recorded);
  return isSyncEvent(action) ? action : null;
};

export const dataReducer = (state: SyncState = initial, action: UnknownAction): SyncState => {
  if (userDataClosed.match(action)) return initial;
  const event = toSyncEvent(action);
  if (!event) return state;
  const next = reduceSync(state, event);
  return next.base === state.base && next.log === state.log ? state : next;
};

/** The rules for the data of a signed-in user. A guest's first visit does not load this code. */
export const dataRules: DataRules = { reduce: dataReducer, derive: deriveView };
