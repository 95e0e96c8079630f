/** The dialog, sheet or menu of an element; null on the screen itself. */
const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role=presentation]') : null;

/**
 * Drops the second click of a double click if a dialog opened or closed under the first one. It would close what the
 * first one opened, or press what it uncovered. It would also take the focus away from where the first one put it.
 * @returns ends it
 */
export const keepDoubleClicks = (page: Window): (() => void) => {
  let first: Element | null = null;
  const onMouseDown = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    // A dialog that is still closing is under the pointer, but the focus has already left it.
    if (layerOf(event.target) !== first || layerOf(document.activeElement) !== first) event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const layer = layerOf(event.target);
    if (event.detail < 2) first = layer;
    else if (layer !== first) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  page.addEventListener('mousedown', onMouseDown, { capture: true });
  page.addEventListener('click', onClick, { capture: true });
  return () => {
    page.removeEventListener('mousedown', onMouseDown, { capture: true });
    page.removeEventListener('click', onClick, { capture: true });
  };
};
