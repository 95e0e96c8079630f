/** The dialog, sheet or menu of an element; null on the screen itself. */
const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role=presentation]') : null;

/**
 * Drops the second click of a double click if a dialog opened or closed under the first one. It would close what the
 * first one opened, or press what it uncovered.
 * @returns ends it
 */
export const keepDoubleClicks = (page: Window): (() => void) => {
  let first: Element | null = null;
  const onClick = (event: MouseEvent): void => {
    const layer = layerOf(event.target);
    if (event.detail < 2) first = layer;
    else if (layer !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  page.addEventListener('click', onClick, { capture: true });
  return () => page.removeEventListener('click', onClick, { capture: true });
};
