import { WIDE_PX } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** True where a menu hangs at its button and a dialog leaves the page in sight. */
export const useIsWide = (): boolean => useMediaQuery(`(min-width: ${WIDE_PX}px)`);
