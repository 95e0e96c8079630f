import { type ErrorEntry, selectFirstError } from '../state/errorsSlice';
import type { RootState } from '../state/rootReducer';

/** The error that the popover shows: a lost connection first, else the oldest. Null without errors. */
export const selectFirstErrorEntry = (state: RootState): ErrorEntry | null => {
  const first = selectFirstError(state);
  return state.errors.find(({ id }) => id === first) ?? null;
};
