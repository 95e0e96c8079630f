import type { ItemId } from '../../contract/ids';
import { focusField, itemOf, neighbourOf, partId, rowOf, textFieldOf } from './itemElements';

/**
 * Where the focus goes in a list, above all when its row disappears. The functions `focusAfter…` look at the page first,
 * and return a function that sets the focus later.
 */
type Focus = () => void;

export const ADD_BUTTON_ID = 'add-item';

const focusById = (id: string): void => document.getElementById(id)?.focus();
/** Does not scroll while the button is in view. The browser would scroll to the end of the list, because it is sticky. */
export const focusAddButton: Focus = () => {
  const button = document.getElementById(ADD_BUTTON_ID);
  if (!button) return;
  button.focus({ preventScroll: true });
  const { top, bottom } = button.getBoundingClientRect();
  if (bottom < 0 || top > window.innerHeight) button.scrollIntoView({ block: 'nearest' });
};

/** @param otherwise called when the row is gone */
export const focusCheckbox = (id: ItemId, otherwise?: Focus): void => {
  const checkbox = document.getElementById(partId(id, 'done'));
  if (checkbox) checkbox.focus();
  else otherwise?.();
};

export const focusChoice = (id: ItemId): void => focusById(partId(id, 'choice'));

const checkboxFocus = (row: Element | null): Focus | null => {
  const id = itemOf(row);
  return id && (() => focusCheckbox(id));
};

const siblingWhere = (
  row: Element,
  to: 'nextElementSibling' | 'previousElementSibling',
  stays: (id: ItemId) => boolean,
): Element | null => {
  let other = row[to];
  for (let id = itemOf(other); other && (id === null || !stays(id)); id = itemOf(other)) other = other[to];
  return other;
};

/**
 * For rows that move to another section: the focus goes to the checkbox of the row that takes the place. If the person
 * is typing in the row, the focus stays.
 */
export const focusAfterLeaving = (leaving: ReadonlySet<ItemId>): Focus | null => {
  const row = rowOf(document.activeElement);
  const id = itemOf(row);
  if (!row || !id || !leaving.has(id) || textFieldOf(document.activeElement)) return null;
  const stays = (other: ItemId) => !leaving.has(other);
  const nextRow = siblingWhere(row, 'nextElementSibling', stays) ?? siblingWhere(row, 'previousElementSibling', stays);
  return checkboxFocus(nextRow) ?? focusAddButton;
};

/**
 * For a removed row: the focus goes to the previous description, else the next, else the add button. Among bought rows
 * it goes to a checkbox.
 */
export const focusAfterRemoval = (row: HTMLElement): Focus => {
  const before = neighbourOf(row, 'previous') ?? neighbourOf(row, 'next');
  if (before) return () => focusField(before, 'description');
  return checkboxFocus(row.previousElementSibling ?? row.nextElementSibling) ?? focusAddButton;
};
