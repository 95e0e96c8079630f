import { HAPTIC_MS } from '../../device/haptics';
import type { AppThunk } from '../state/appStore';

/** A short vibration, which confirms a long press. */
export const vibrateForTouch =
  (): AppThunk =>
  (_dispatch, _getState, { ports }) =>
    ports.vibrate(HAPTIC_MS.light);
