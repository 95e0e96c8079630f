import { WIDE_PX } from './tokens';
import { useMediaQuery } from './useMediaQuery';

/** Whether menus open at their buttons and dialogs leave the page visible. */
export const useIsWide = (): boolean => useMediaQuery(`(min-width: ${WIDE_PX}px)`);
