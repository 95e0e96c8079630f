/** How many frames it may take until the rows around have their real heights. */
const FRAMES = 3;

/**
 * Scrolls until an element has its old place in the window. Rows that were not visible yet have assumed heights, and get
 * their own in the next frames.
 * @param topOf the distance from the top of the window to the element, in px; undefined if it is gone
 * @param top the distance it should have, in px
 */
export const keepAt = (topOf: () => number | undefined, top: number, frames = FRAMES): void => {
  window.scrollTo(0, window.scrollY + (topOf() ?? top) - top);
  if (frames > 0) requestAnimationFrame(() => keepAt(topOf, top, frames - 1));
};
