import type { AppThunk } from '../state/appStore';
import { logged } from '../state/logsSlice';

/** Adds a line to Logs, with the present time. The text never has anything that a person typed. */
export const log =
  (level: 'info' | 'warn' | 'error', text: string): AppThunk =>
  (dispatch, _getState, { ports }) => {
    dispatch(logged({ time: ports.now(), level, text }));
  };
