import { HAPTIC_MS } from '../../device/haptics';
import type { AppThunk } from '../state/appStore';

/** The short tap that tells a finger its long press has been understood. */
export const vibrateForTouch =
  (): AppThunk =>
  (_dispatch, _getState, { ports }) =>
    ports.vibrate(HAPTIC_MS.light);
