import { useLayoutEffect } from 'react';

/**
 * A closed overlay gives the focus back to its opener. One that the address opened, such as an invitation or a shortcut
 * of the installed app, has no opener. Then the heading of the page gets the focus.
 */
export const useFocusAfterOverlay = (isOpen: boolean): void => {
  // The overlay takes the focus later, in an effect of its own.
  useLayoutEffect(() => {
    if (!isOpen || document.activeElement !== document.body) return;
    return () => {
      // After the effects of the page that follows, which may set the focus. A closing overlay still holds it.
      setTimeout(() => {
        if (document.activeElement?.matches('body, [role=presentation] *'))
          document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
};
