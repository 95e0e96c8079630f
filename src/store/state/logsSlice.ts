import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The log inside the app: ids, codes and technical texts, never a token, a password or typed text. */
export interface LogLine {
  readonly id: number;
  /** Epoch ms. */
  readonly time: number;
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
}

const KEPT_LINES = 1000;

/** The last lines, numbered again from the start. */
export const numbered = (lines: readonly LogLine[]): LogLine[] =>
  lines.slice(-KEPT_LINES).map((line, index) => ({ ...line, id: index + 1 }));

const logsSlice = createSlice({
  name: 'logs',
  initialState: [] as LogLine[],
  reducers: {
    logged: (state, { payload }: PayloadAction<Omit<LogLine, 'id'>>) => {
      state.push({ ...payload, id: (state.at(-1)?.id ?? 0) + 1 });
      if (state.length > KEPT_LINES) state.shift();
    },
    logsCleared: () => [],
  },
  selectors: {
    /** Oldest first. */
    selectLogLines: (state): readonly LogLine[] => state,
  },
});

export const { logged, logsCleared } = logsSlice.actions;
export const { selectLogLines } = logsSlice.selectors;
export const logsReducer = logsSlice.reducer;
