import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element of a dialog when it opens; call it in a component that the dialog draws only while it is open.
 * `autoFocus` comes too early for that: a sheet that closes in the same moment would take the focus back to its opener.
 * @param isOpen tells of a dialog that is opened again while it is still on its way out
 */
export const useInitialFocus = <Target extends HTMLElement>(isOpen = true): RefObject<Target | null> => {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (isOpen) target.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return target;
};
