/** A row that was out of sight has a guessed height until it is drawn, which takes a frame or two. */
const FRAMES = 4;

/** Scrolls the element into view, and corrects the place in the next frames, when the rows around it are drawn. */
export const bringIntoView = (element: Element | null, frames = FRAMES): void => {
  element?.scrollIntoView?.({ block: 'nearest' });
  if (element?.isConnected && frames > 1) requestAnimationFrame(() => bringIntoView(element, frames - 1));
};
