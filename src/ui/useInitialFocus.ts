import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element of a dialog when it opens. Call it in a component that the dialog renders only while it is open.
 * `autoFocus` is too early: a sheet that closes at the same moment would return the focus to its opener.
 * @param isOpen focuses again when a closing dialog is reopened
 * @param given the element, where the caller has its reference already
 */
export const useInitialFocus = <Target extends HTMLElement>(
  isOpen = true,
  given?: RefObject<Target | null>,
): RefObject<Target | null> => {
  const own = useRef<Target>(null);
  const target = given ?? own;
  useEffect(() => {
    if (isOpen) target.current?.focus({ preventScroll: true });
  }, [isOpen, target]);
  return target;
};
