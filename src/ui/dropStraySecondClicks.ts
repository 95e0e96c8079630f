/** The dialog, sheet, menu or message of an element; on a screen itself, the address of the screen. */
const layerOf = (target: EventTarget | null): Element | string =>
  (target instanceof Element && target.closest('[data-snackbar], [role=presentation]')) || location.pathname;

/**
 * Drops the second click of a double click if the first one opened or closed a dialog or a message, or opened another
 * screen. The second click would press something that the person has not seen yet. It would also move the focus.
 * @returns ends it
 */
export const dropStraySecondClicks = (page: Window): (() => void) => {
  let first: Element | string = '';
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
  page.addEventListener('mousedown', onMouseDown, true);
  page.addEventListener('click', onClick, true);
  return () => {
    page.removeEventListener('mousedown', onMouseDown, true);
    page.removeEventListener('click', onClick, true);
  };
};
