import { useLayoutEffect, useRef } from 'react';

/**
 * A closed overlay gives the focus back to its opener. Where there is none, the heading of the page gets it: the address
 * may have opened the overlay, as an invitation does, or the opener left the page when the window was turned.
 */
export const useFocusAfterOverlay = (isOpen: boolean): void => {
  const isCovered = useRef(isOpen);
  useLayoutEffect(() => {
    isCovered.current = isOpen;
    if (!isOpen) return;
    return () => {
      const focusHeading = (): void => {
        // Another overlay may have opened meanwhile.
        if (!isCovered.current && document.activeElement?.matches('body, [role=presentation] *'))
          document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      };
      // After the page that follows, which may set the focus in an effect or, for a removed row, in the next frame. A
      // closing overlay still holds it.
      setTimeout(() => requestAnimationFrame(focusHeading));
    };
  }, [isOpen]);
};
