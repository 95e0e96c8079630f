import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { deriveView } from '../../sync/model/deriveView';
import { reduceSync } from '../../sync/model/reduceSync';
import { isSyncEvent, type Recorded, type SyncEvent, syncEvent } from '../../sync/model/syncEvents';
import { type Change, emptyBase, emptyLog, type SyncState } from '../../sync/model/syncState';
import { isIntentAction } from '../acts/intents';
import type { DataRules } from '../state/rootReducer';

/** Base and log in the store. Every way in is a sync event; a user's act becomes one here. */

/** All of a user's data leave memory; the disk keeps them. */
export const userDataClosed = createAction('data/closed');

const initial: SyncState = { base: emptyBase, log: emptyLog };

/** What a stamped act records; nothing before `stampChanges` has seen it. */
const recordedBy = (action: UnknownAction): Recorded | null => {
  if (!isIntentAction(action)) return null;
  const { meta } = action as { readonly meta?: Pick<Recorded, 'changes'> };
  if (!meta?.changes) return null;
  const { dropped } = action.payload as Partial<Recorded>;
  return { changes: meta.changes, ...(dropped && { dropped }) };
};

/** The changes a stamped act carries. */
export const stampedChanges = (action: UnknownAction): readonly Change[] | null => recordedBy(action)?.changes ?? null;

/** The sync event an action is, or stands for; null for all others. */
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

/** What becomes of a user's data once somebody is signed in; a guest's first visit does without this code. */
export const dataRules: DataRules = { reduce: dataReducer, derive: deriveView };
