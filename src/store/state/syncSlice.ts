import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { isSyncEvent, type SyncEvent } from '../../sync/model/syncEvents';
import type { StreamPhase } from '../../sync/wire/eventStream';
import { sessionOpening } from './sessionSlice';

/** What the sync is doing now, in this tab. Refused changes are in the log, sync operations in `operationsSlice.ts`. */
interface SyncStatus {
  isOnline: boolean;
  isActive: boolean;
  /** This tab has read the stored data, with the changes of other tabs. */
  isDiskRead: boolean;
  stream: StreamPhase;
  /** Counts signs of the person's activity: touches and keys, at most one in 10 s. */
  touches: number;
  /** How often in this session the server turned out to be set back to an older copy. */
  setBacks: number;
  /** The lists were pulled in this session. */
  hasReadLists: boolean;
  /** The lists were pulled, and the items of new lists are still missing. */
  areItemsAwaited: boolean;
}

const initialState: SyncStatus = {
  isOnline: true,
  isActive: true,
  isDiskRead: true,
  stream: 'disconnected',
  touches: 0,
  setBacks: 0,
  hasReadLists: false,
  areItemsAwaited: false,
};

const notePull = (state: SyncStatus, { payload }: Extract<SyncEvent, { type: 'sync/pulled' }>): void => {
  const isOfLists = payload.delta.collection === 'lists';
  state.areItemsAwaited = isOfLists;
  if (isOfLists) state.hasReadLists = true;
};

const isPull = (action: UnknownAction): action is Extract<SyncEvent, { type: 'sync/pulled' }> =>
  action.type === 'sync/pulled';
const isRunEnd = (action: UnknownAction): action is Extract<SyncEvent, { type: 'sync/operationEnded' }> =>
  isSyncEvent(action) && action.type === 'sync/operationEnded';

const syncSlice = createSlice({
  name: 'status',
  initialState,
  reducers: {
    activityChanged: (state, { payload }: PayloadAction<Pick<SyncStatus, 'isOnline' | 'isActive'>>) => {
      Object.assign(state, payload);
    },
    diskRead: (state, { payload }: PayloadAction<boolean>) => {
      state.isDiskRead = payload;
    },
    streamPhaseChanged: (state, { payload }: PayloadAction<StreamPhase>) => {
      state.stream = payload;
    },
    setBackNoticed: (state) => {
      state.setBacks += 1;
    },
    pageTouched: (state) => {
      state.touches += 1;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionOpening, (state) => {
      state.hasReadLists = false;
      state.areItemsAwaited = false;
    });
    builder.addMatcher(isPull, notePull);
    builder.addMatcher(isRunEnd, (state, { payload }) => {
      state.areItemsAwaited = false;
      if (payload.status === 'done') state.hasReadLists = true;
    });
  },
  selectors: {
    selectIsOnline: (state) => state.isOnline,
    selectStreamPhase: (state) => state.stream,
    selectTouches: (state) => state.touches,
    selectSetBacks: (state) => state.setBacks,
    selectHasReadLists: (state) => state.hasReadLists,
    selectAreItemsAwaited: (state) => state.areItemsAwaited,
  },
});

export const { activityChanged, diskRead, streamPhaseChanged, setBackNoticed, pageTouched } = syncSlice.actions;
export const {
  selectIsOnline,
  selectStreamPhase,
  selectTouches,
  selectSetBacks,
  selectHasReadLists,
  selectAreItemsAwaited,
} = syncSlice.selectors;
export const syncReducer = syncSlice.reducer;
