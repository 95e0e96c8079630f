import type { AppThunk } from '../state/appStore';

/** A round that reads all lists and items again. Resolves at its end, or at once if another tab leads. */
export const forceSync =
  (): AppThunk<Promise<void>> =>
  (_dispatch, _getState, { session }) =>
    session.sync({ force: true });

/** A round now, in the tab that leads. If one is running, another follows it. */
export const syncSoon =
  (): AppThunk<Promise<void>> =>
  (_dispatch, _getState, { session }) =>
    session.sync({});
