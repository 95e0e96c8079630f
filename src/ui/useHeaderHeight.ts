import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the element that scrolls how much of its top the header covers, so that the browser scrolls a focused row out
 * from under it. The height depends on the name, the size of the text and the width of the window.
 */
export const useHeaderHeight = (header: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const element = header.current;
    if (!element) return;
    const { style } = element.closest<HTMLElement>('[data-pane=overview]') ?? document.documentElement;
    const observer = new ResizeObserver(() => {
      const isCovering = getComputedStyle(element).position === 'sticky';
      style.setProperty('--header', `${isCovering ? element.offsetHeight : 0}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--header');
    };
  }, [header]);
