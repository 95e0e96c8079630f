import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { deriveView } from '../../sync/model/deriveView';
import { reduceSync } from '../../sync/model/reduceSync';
import { isSyncEvent, type Recorded, type SyncEvent, syncEvent } from '../../sync/model/syncEvents';
import { isIntentAction } from '../acts/intents';
import { type DataRules, type DataState, noData } from '../state/rootReducer';
import { divideDrafts, withDrafts } from './drafts';

/** Base, log and drafts in the store. Only sync events change them; an act of the user is turned into one here. */

/** Removes all data of a user from memory. The disk keeps them. */
export const userDataClosed = createAction('data/closed');

/** The changes of an act. Empty before `stampChanges` has processed it. */
const recordedBy = (action: UnknownAction): Recorded | null => {
  if (!isIntentAction(action)) return null;
  const { meta } = action as { readonly meta?: Pick<Recorded, 'changes'> };
  if (!meta?.changes) return null;
  const { dropped } = action.payload as Partial<Recorded>;
  return { changes: meta.changes, ...(dropped && { dropped }) };
};

/** The sync event that an action is or stands for. Null for all other actions. */
export const toSyncEvent = (action: UnknownAction): SyncEvent | null => {
  const recorded = recordedBy(action);
  if (recorded) return syncEvent('sync/changesRecorded', recorded);
  return isSyncEvent(action) ? action : null;
};

/** Takes an act's drafts out of its event. */
const divided = (state: DataState, event: SyncEvent): readonly [SyncEvent, DataState['drafts']] => {
  if (event.type !== 'sync/changesRecorded') return [event, state.drafts];
  const { drafts, recorded } = divideDrafts(state, event.payload.changes);
  return [{ ...event, payload: { ...event.payload, changes: recorded } }, drafts];
};

export const dataReducer = (state: DataState = noData, action: UnknownAction): DataState => {
  if (userDataClosed.match(action)) return noData;
  const event = toSyncEvent(action);
  if (!event) return state;
  const [forLog, drafts] = divided(state, event);
  const { base, log } = reduceSync(state, forLog);
  return base === state.base && log === state.log && drafts === state.drafts ? state : { base, log, drafts };
};

/** The rules for the data of a signed-in user. A guest's first visit does not load this code. */
export const dataRules: DataRules = {
  reduce: dataReducer,
  // Most actions change no data.
  derive: (view, was, now) => (was === now ? view : deriveView(view, withDrafts(was), withDrafts(now))),
};
