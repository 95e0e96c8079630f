import { useCallback, useEffect, useState } from 'react';
import { makeAwakeScreen } from '../../device/awakeScreen';

/** @returns to be called with each tick: who ticks is in a shop, and the screen stays on for a while, at most until the list is left */
export const useAwakeScreen = (): (() => void) => {
  const [screen] = useState(() => makeAwakeScreen(navigator.wakeLock, document));
  useEffect(() => screen.release, [screen]);
  return useCallback(() => screen.stay(), [screen]);
};
