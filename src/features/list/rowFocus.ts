import type { ItemId } from '../../contract/ids';
import { focusField, itemOf, neighbourOf, partId, rowOf, textFieldOf } from './itemElements';

/** Where the focus goes when the row that has it goes. Each function looks first and returns what to do afterwards. */
type Focus = () => void;

export const ADD_BUTTON_ID = 'add-item';

const focusById = (id: string): void => document.getElementById(id)?.focus();
export const focusAddButton: Focus = () => focusById(ADD_BUTTON_ID);

/** @param otherwise where the focus goes when the row is gone */
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
 * A row that moves away under the keyboard's focus: to the checkbox of the one that takes its place. One that was ticked elsewhere
 * while someone types in it stays where it is, and so does the caret.
 */
export const focusAfterLeaving = (leaving: ReadonlySet<ItemId>): Focus | null => {
  const row = rowOf(document.activeElement);
  const id = itemOf(row);
  if (!row || !id || !leaving.has(id) || textFieldOf(document.activeElement)) return null;
  const stays = (other: ItemId) => !leaving.has(other);
  const heir = siblingWhere(row, 'nextElementSibling', stays) ?? siblingWhere(row, 'previousElementSibling', stays);
  return checkboxFocus(heir) ?? focusAddButton;
};

/** A row that is removed: to the previous description, else the next, else `Dodaj`; among bought rows to a checkbox. */
export const focusAfterRemoval = (row: HTMLElement): Focus => {
  const before = neighbourOf(row, 'previous') ?? neighbourOf(row, 'next');
  if (before) return () => focusField(before, 'description');
  return checkboxFocus(row.previousElementSibling ?? row.nextElementSibling) ?? focusAddButton;
};
