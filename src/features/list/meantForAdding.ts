import { ADD_BUTTON_ID } from './rowFocus';

/** Longer than it takes to see that something else is under the finger. */
const MOMENT_MS = 500;

const keepFocus = (event: Event): void => event.preventDefault();

const pressAdd = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
  document.getElementById(ADD_BUTTON_ID)?.click();
};

/**
 * For a row that somebody else has just added where the add button was. For a moment a press on it is one on the button,
 * to which the finger was on its way. Else the person would type into a row in which the other still types.
 */
export const takeForAdding = (row: HTMLElement): void => {
  row.addEventListener('mousedown', keepFocus, { capture: true });
  row.addEventListener('click', pressAdd, { capture: true });
  setTimeout(() => {
    row.removeEventListener('mousedown', keepFocus, { capture: true });
    row.removeEventListener('click', pressAdd, { capture: true });
  }, MOMENT_MS);
};
