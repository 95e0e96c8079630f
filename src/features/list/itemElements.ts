import { asItemId, type ItemId } from '../../contract/ids';
import type { Field } from './itemKeys';

/**
 * Rows in the page. The list hears its rows' events itself (one set of handlers for thousands of rows), so this is where an
 * element becomes an item and an item an element. Rows carry `data-item`, text fields `data-field`.
 */
export type Part = Field | 'done' | 'choice';
export type TextField = HTMLTextAreaElement | HTMLInputElement;

export const partId = (id: ItemId, part: Part): string => `${part}-${id}`;

export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;

export const itemOf = (target: EventTarget | null): ItemId | null => {
  const id = rowOf(target)?.dataset.item;
  return id === undefined ? null : asItemId(id);
};

/** The items of the rows in the page, as they stand; what is folded away is not there. */
export const shownIds = (root: ParentNode | null): ItemId[] =>
  [...(root?.querySelectorAll('[data-item]') ?? [])].flatMap((row) => itemOf(row) ?? []);

/** The text field an event came from, if it came from one. */
export const textFieldOf = (target: EventTarget | null): TextField | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.dataset.field) ? target : null;

export const fieldOf = (element: TextField): Field =>
  element.dataset.field === 'quantity' ? 'quantity' : 'description';

export const textFieldAt = (id: ItemId, field: Field): TextField | null =>
  textFieldOf(document.getElementById(partId(id, field)));

/** What stands in the row's fields right now. */
export const textsOf = (row: HTMLElement): Readonly<Record<Field, string>> => ({
  description: row.querySelector('textarea')?.value ?? '',
  quantity: row.querySelector<HTMLInputElement>('[data-field=quantity]')?.value ?? '',
});

const isEditable = (row: Element): boolean => row.querySelector('textarea') !== null;

/** The nearest row that can be edited; ticked rows on their way out are passed over. */
export const neighbourOf = (row: HTMLElement, to: 'previous' | 'next'): ItemId | null => {
  let other: Element | null = row;
  do other = to === 'previous' ? other.previousElementSibling : other.nextElementSibling;
  while (other && !isEditable(other));
  return itemOf(other);
};

/** Puts the caret into an item's field, at the end unless told where. Does nothing when the field is not on screen. */
export const focusField = (id: ItemId, field: Field, caret = Number.MAX_SAFE_INTEGER): void => {
  const element = textFieldAt(id, field);
  if (!element) return;
  const at = Math.min(caret, element.value.length);
  // The caret first: put after the focus it keeps WebKit from scrolling to the field.
  element.setSelectionRange(at, at);
  element.focus();
};
