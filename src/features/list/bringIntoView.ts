/** A row that was out of sight has a guessed height until it is drawn, which takes a frame or two. */
const FRAMES = 4;

/** The element that was asked for last. Only this one is kept in view. */
let wanted: Element | null = null;

const keepInView = (element: Element, frames: number): void => {
  if (element !== wanted || !element.isConnected) return;
  element.scrollIntoView?.({ block: 'nearest' });
  if (frames > 1) requestAnimationFrame(() => keepInView(element, frames - 1));
};

/** Scrolls the element into view, and corrects the place in the next frames, when the rows around it are drawn. */
export const bringIntoView = (element: Element | null): void => {
  wanted = element;
  if (element) keepInView(element, FRAMES);
};
