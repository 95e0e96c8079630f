import { type ErrorEntry, selectFirstError } from '../state/errorsSlice';
import type { RootState } from '../state/rootReducer';

/** The error that the popover tells: the oldest, but a lost connection explains all others. Null when all is well. */
export const selectFirstErrorEntry = (state: RootState): ErrorEntry | null => {
  const first = selectFirstError(state);
  return state.errors.find(({ id }) => id === first) ?? null;
};
