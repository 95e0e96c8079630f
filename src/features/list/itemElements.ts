import { ITEM_TEXTS, type ItemText, isItemText } from '../../contract/fields';
import { asItemId, type ItemId } from '../../contract/ids';
import { bringIntoView } from './bringIntoView';

/**
 * Maps page elements to items and back. The list handles the events of all its rows. Rows carry `data-item`, text
 * fields carry `data-field`.
 */
export type Part = ItemText | 'done' | 'choice';
export type TextField = HTMLTextAreaElement | HTMLInputElement;

export const partId = (id: ItemId, part: Part): string => `${part}-${id}`;

/**
 * For `onMouseDown`: a press leaves the focus where it is. So the caret stays in its field, and the touch keyboard
 * neither closes nor opens.
 */
export const preventFocusChange = (event: Pick<Event, 'preventDefault'>): void => event.preventDefault();

/** For `onChange` of a checkbox: the list handles the click, but React warns about a checked box without a handler. */
export const handledByList = (): void => undefined;

export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;

export const itemOf = (target: EventTarget | null): ItemId | null => {
  const id = rowOf(target)?.dataset.item;
  return id === undefined ? null : asItemId(id);
};

/** The row of an item, also while rows are selected. */
export const rowById = (id: ItemId): HTMLElement | null =>
  rowOf(document.getElementById(partId(id, 'done')) ?? document.getElementById(partId(id, 'choice')));

/** The ids of all rows in page order; collapsed rows are not in the page. */
export const shownIds = (root: ParentNode | null): ItemId[] =>
  [...(root?.querySelectorAll('[data-item]') ?? [])].flatMap((row) => itemOf(row) ?? []);

/** The item's text field that is the event's target; null for other targets. */
export const textFieldOf = (target: EventTarget | null): TextField | null =>
  (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && isItemText(target.dataset.field)
    ? target
    : null;

/**
 * Which text of the item this field edits.
 * @throws for an element that `textFieldOf` does not accept
 */
export const fieldOf = (element: TextField): ItemText => {
  const { field } = element.dataset;
  if (!isItemText(field)) throw new Error(`no field of an item: ${field}`);
  return field;
};

export const textFieldAt = (id: ItemId, field: ItemText): TextField | null =>
  textFieldOf(document.getElementById(partId(id, field)));

/** The current texts of the row's fields. */
export const textsOf = (row: HTMLElement): Readonly<Record<ItemText, string>> =>
  Object.fromEntries(
    ITEM_TEXTS.map((name) => [name, row.querySelector<TextField>(`[data-field=${name}]`)?.value ?? '']),
    // The keys are exactly the names of `ItemText`.
  ) as Readonly<Record<ItemText, string>>;

const isEditable = (row: Element): boolean => row.querySelector('textarea') !== null;

/** The nearest editable row. Ticked rows are skipped. */
export const neighbourOf = (row: HTMLElement, to: 'previous' | 'next'): ItemId | null => {
  let other: Element | null = row;
  do other = to === 'previous' ? other.previousElementSibling : other.nextElementSibling;
  while (other && !isEditable(other));
  return itemOf(other);
};

/**
 * Focuses an item's field, brings it into view and sets the caret, at the end by default. Does nothing when the field is
 * not in the page.
 */
export const focusField = (id: ItemId, field: ItemText, caret = Number.MAX_SAFE_INTEGER): void => {
  const element = textFieldAt(id, field);
  if (!element) return;
  const at = Math.min(caret, element.value.length);
  // Set before the focus: WebKit scrolls to the field otherwise.
  element.setSelectionRange(at, at);
  element.focus();
  bringIntoView(element);
};
