import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element of a dialog when it opens. Call it in a component that the dialog renders only while it is open.
 * `autoFocus` is too early: a sheet that closes at the same moment would return the focus to its opener.
 * @param isOpen focuses again when a closing dialog is reopened
 */
export const useInitialFocus = <Target extends HTMLElement>(isOpen = true): RefObject<Target | null> => {
  const target = useRef<Target>(null);
  useEffect(() => {
    if (isOpen) target.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return target;
};
