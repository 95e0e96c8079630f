import type { AppThunk } from '../state/appStore';
import { type ErrorId, errorsCleared } from '../state/errorsSlice';

/** Clears what of these is raised. Mostly nothing is, and every write to the disk and every round ends here. */
export const clearErrors =
  (ids: readonly ErrorId[]): AppThunk =>
  (dispatch, getState) => {
    if (getState().errors.some(({ id }) => ids.includes(id))) dispatch(errorsCleared(ids));
  };
