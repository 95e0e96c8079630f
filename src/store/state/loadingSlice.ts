import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The names of the running loading tasks. */
type LoadingTask = 'fetchLists' | 'logIn' | 'openData' | 'loadCapabilities';

const loadingSlice = createSlice({
  name: 'loading',
  initialState: [] as LoadingTask[],
  reducers: {
    taskStarted: (state, { payload }: PayloadAction<LoadingTask>) =>
      state.includes(payload) ? state : [...state, payload],
    taskEnded: (state, { payload }: PayloadAction<LoadingTask>) => state.filter((task) => task !== payload),
  },
  selectors: {
    selectIsLoading: (state, task: LoadingTask) => state.includes(task),
    /** Whether a round of this tab is running. */
    selectIsRoundRunning: (state) => state.includes('fetchLists'),
  },
});

export const { taskStarted, taskEnded } = loadingSlice.actions;
export const { selectIsLoading, selectIsRoundRunning } = loadingSlice.selectors;
export const loadingReducer = loadingSlice.reducer;
