import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Capabilities, NO_CAPABILITIES } from '../contract/capabilities';
import type { Collection } from '../contract/records';
import type { StreamPhase } from '../sync/eventStream';

/** What the sync is doing right now, for this tab. The lasting records (operations, refusals) stand with base. */
interface SyncStatus {
  isOnline: boolean;
  isActive: boolean;
  /** Paused while offline, hidden or signed out. */
  collections: Record<Collection, 'running' | 'paused'>;
  round: 'idle' | 'running';
  stream: StreamPhase;
  capabilities: Capabilities;
}

const initialState: SyncStatus = {
  isOnline: true,
  isActive: true,
  collections: { lists: 'paused', items: 'paused' },
  round: 'idle',
  stream: 'disconnected',
  capabilities: NO_CAPABILITIES,
};

const syncSlice = createSlice({
  name: 'status',
  initialState,
  reducers: {
    activityChanged: (state, { payload }: PayloadAction<Pick<SyncStatus, 'isOnline' | 'isActive'>>) => {
      Object.assign(state, payload);
    },
    collectionsPaused: (state) => {
      state.collections = { lists: 'paused', items: 'paused' };
    },
    collectionsRunning: (state) => {
      state.collections = { lists: 'running', items: 'running' };
    },
    roundStarted: (state) => {
      state.round = 'running';
    },
    roundEnded: (state) => {
      state.round = 'idle';
    },
    streamPhaseChanged: (state, { payload }: PayloadAction<StreamPhase>) => {
      state.stream = payload;
    },
    capabilitiesLoaded: (state, { payload }: PayloadAction<Capabilities>) => {
      state.capabilities = payload;
    },
  },
  selectors: {
    selectIsOnline: (state) => state.isOnline,
    selectIsRoundRunning: (state) => state.round === 'running',
    selectStreamPhase: (state) => state.stream,
    selectCapabilities: (state) => state.capabilities,
  },
});

export const {
  activityChanged,
  collectionsPaused,
  collectionsRunning,
  roundStarted,
  roundEnded,
  streamPhaseChanged,
  capabilitiesLoaded,
} = syncSlice.actions;
export const { selectIsOnline, selectIsRoundRunning, selectStreamPhase, selectCapabilities } = syncSlice.selectors;
export const syncReducer = syncSlice.reducer;
