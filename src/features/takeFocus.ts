import { isOnTop } from '../ui/isOnTop';

/** The ref of a new button. What was pressed before it has disappeared, and the focus would be lost. */
export const takeFocus = (button: HTMLButtonElement | null): void => {
  if (button && isOnTop(button)) button.focus();
};
