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
      const covered = getComputedStyle(element).position === 'sticky' ? element.offsetHeight : 0;
      // Not a CSS variable: all rows inherit it, so the browser would compute the styles of all of them again.
      style.scrollPaddingTop = `${covered}px`;
      // The header itself is always in view. Without this, the page would scroll when a button in it gets the focus.
      element.style.scrollMargin = `${-covered}px 0 ${covered}px`;
    };
    // Now, because the observer is told only when all visible rows have their styles.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // In a low window the header does not stay at the top.
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [header, pane]);
