import type { AppThunk } from '../state/appStore';

/** Resolves when everything begun is written: true when no change is in this page's memory alone. */
export const waitUntilOnDisk =
  (): AppThunk<Promise<boolean>> =>
  async (_dispatch, getState, { session }) => {
    await session.data()?.journal.flushed();
    return !getState().errors.some(({ id }) => id === 'storageError');
  };
