import { isTextField } from './isTextField';

/** The element with the focus; null if nothing has it. */
const focusedElement = (): HTMLElement | null => {
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
};

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/**
 * Called before an action that may remove the element with the focus. If the focus is lost, it goes to `before`, to the
 * element that replaced it, or to the next best control.
 */
export const refocusAfterAction = (before = focusedElement()): void => {
  const focused = focusedElement();
  if (!focused && !before) return;
  // A field with the caret keeps its text and its row, whatever happens to them. So it loses the focus first.
  if (isTextField(focused)) focused?.blur();
  setTimeout(() => {
    const places = [before, document.getElementById(before?.id ?? ''), find('[data-next-focus]'), find('h1')];
    for (const place of places) if (!focusedElement()) place?.focus({ preventScroll: true });
  });
};

const barAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-snackbar]') : null;

/** A pressed button of a message disappears with it. The focus goes back to where it was. @returns ends it */
export const watchMessageButtons = (): (() => void) => {
  /** The element that had the focus before the message. */
  let before: HTMLElement | null = null;
  const remember = (target: EventTarget | null, focused: HTMLElement | null): void => {
    if (barAt(target) && !barAt(focused)) before = focused;
  };
  const onFocusIn = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement) remember(target, relatedTarget);
  };
  // Not every browser focuses a pressed button.
  const onPointerDown = ({ target }: Event): void => remember(target, focusedElement());
  const onClick = ({ target }: Event): void => {
    if (barAt(target)) refocusAfterAction(before);
  };
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', onPointerDown);
  // Captured, so that it comes before the action of the button.
  document.addEventListener('click', onClick, true);
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', onPointerDown);
    document.removeEventListener('click', onClick, true);
  };
};
