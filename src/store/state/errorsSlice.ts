import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './sessionSlice';

/** The current errors by id, oldest first. They carry codes only; the screen has the texts. */
export type ErrorId = 'noConnectionError' | 'syncManagerPullError' | 'syncManagerPushError' | 'storageError';

export interface ErrorEntry {
  readonly id: ErrorId;
  /** Technical text for the log. Screens never show it. */
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
      state.filter(({ id }) => !payload.includes(id)),
  },
  extraReducers: (builder) => {
    // Errors of requests belong to the ended session. Errors of the network and the disk remain.
    builder.addCase(sessionEnded, (state) =>
      state.filter(({ id }) => id !== 'syncManagerPullError' && id !== 'syncManagerPushError'),
    );
  },
  selectors: {
    /** The oldest error; but a lost connection comes first, because it explains all others. */
    selectFirstError: (state): ErrorEntry | null =>
      state.find(({ id }) => id === 'noConnectionError') ?? state[0] ?? null,
  },
});

export const { errorRaised, errorsCleared } = errorsSlice.actions;
export const { selectFirstError } = errorsSlice.selectors;
export const errorsReducer = errorsSlice.reducer;
