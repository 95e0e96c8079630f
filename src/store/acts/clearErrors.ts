import type { AppThunk } from '../state/appStore';
import { type ErrorId, errorsCleared } from '../state/errorsSlice';

/**
 * Clears those of the given errors that are raised. Every disk write and every round calls this, mostly without effect.
 */
export const clearErrors =
  (ids: readonly ErrorId[]): AppThunk =>
  (dispatch, getState) => {
    if (getState().errors.some(({ id }) => ids.includes(id))) dispatch(errorsCleared(ids));
  };
