import { type RefObject, useLayoutEffect } from 'react';
import type { Pane } from './pane';

/**
 * Tells the element that scrolls how much of its top the header covers, so that the browser scrolls a focused row out
 * from under it. The height depends on the name, the size of the text and the width of the window.
 * @param pane with another pane the header is another element
 */
export const useHeaderHeight = (header: RefObject<HTMLElement | null>, pane: Pane): void =>
  useLayoutEffect(() => {
    const element = header.current;
    if (!element) return;
    const overview = pane === 'overview' ? element.closest<HTMLElement>('[data-pane]') : null;
    const { style } = overview ?? document.documentElement;
    const measure = (): void => {
      const isCovering = getComputedStyle(element).position === 'sticky';
      style.setProperty('--header', `${isCovering ? element.offsetHeight : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // In a low window the header does not stay at the top.
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--header');
    };
  }, [header, pane]);
