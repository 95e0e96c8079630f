import { useEffect } from 'react';
import type { AppThunk } from '../state/appStore';
import { useAppDispatch } from '../state/hooks';

const holdStream =
  (): AppThunk<() => void> =>
  (_dispatch, _getState, { session }) =>
    session.holdStream();

/** Keeps the event stream open while the calling screen is shown. The next screen keeps the same stream. */
export const useLiveStream = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(holdStream()), [dispatch]);
};
