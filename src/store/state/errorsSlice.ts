import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './sessionSlice';

/** The error registry: what is wrong right now, by id, oldest first. Codes only; the screen finds the words. */
export type ErrorId = 'noConnectionError' | 'syncManagerPullError' | 'syncManagerPushError' | 'storageError';

export interface ErrorEntry {
  readonly id: ErrorId;
  /** Technical, for the log; never shown as it is. */
  readonly reason: string;
}

const initialState: readonly ErrorEntry[] = [];

const errorsSlice = createSlice({
  name: 'errors',
  initialState: initialState as ErrorEntry[],
  reducers: {
    errorRaised: (state, { payload }: PayloadAction<ErrorEntry>) => {
      const known = state.find(({ id }) => id === payload.id);
      if (known) known.reason = payload.reason;
      else state.push(payload);
    },
    errorsCleared: (state, { payload }: PayloadAction<readonly ErrorId[]>) =>
      state.some(({ id }) => payload.includes(id)) ? state.filter(({ id }) => !payload.includes(id)) : state,
  },
  extraReducers: (builder) => {
    // What could not be fetched or sent concerns nobody any more. The network and the disk are everybody's.
    builder.addCase(sessionEnded, (state) =>
      state.filter(({ id }) => id !== 'syncManagerPullError' && id !== 'syncManagerPushError'),
    );
  },
  selectors: {
    /** The oldest, but a lost connection explains all others. */
    selectFirstError: (state): ErrorId | null =>
      (state.find(({ id }) => id === 'noConnectionError') ?? state[0])?.id ?? null,
  },
});

export const { errorRaised, errorsCleared } = errorsSlice.actions;
export const { selectFirstError } = errorsSlice.selectors;
export const errorsReducer = errorsSlice.reducer;
