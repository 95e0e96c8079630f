import { useEffect, useState } from 'react';
import { makeScreenWakeLock } from '../../device/screenWakeLock';

/**
 * Keeps the screen on for a while after each tick, because the person is probably in a shop. Leaving the list ends it.
 * @returns call it with each tick
 */
export const useScreenWakeLock = (): (() => void) => {
  const [screen] = useState(() => makeScreenWakeLock(navigator.wakeLock, document));
  useEffect(() => screen.release, [screen]);
  return screen.stay;
};
