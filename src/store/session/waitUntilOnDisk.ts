import type { AppThunk } from '../state/appStore';

/** Resolves when all begun writes have ended. True if no change is only in this page's memory. */
export const waitUntilOnDisk =
  (): AppThunk<Promise<boolean>> =>
  async (_dispatch, getState, { session }) => {
    await session.data()?.journal.flushed();
    return !getState().errors.some(({ id }) => id === 'storageError');
  };
