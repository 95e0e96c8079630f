import type { AppThunk } from '../state/appStore';

/** A round that reads all lists and items again. Resolves when it has ended (at once where another tab leads). */
export const forceSync =
  (): AppThunk<Promise<void>> =>
  (_dispatch, _getState, { session }) =>
    session.sync({ force: true });

/** A round now, by whichever tab leads; where one runs already, another follows it. */
export const syncSoon =
  (): AppThunk<Promise<void>> =>
  (_dispatch, _getState, { session }) =>
    session.sync({});
