import { ITEM_TEXTS, type ItemText, isItemText } from '../../contract/fields';
import { asItemId, type ItemId } from '../../contract/ids';

/**
 * Rows in the page. The list hears its rows' events itself (one set of handlers for thousands of rows), so this is where an
 * element becomes an item and an item an element. Rows carry `data-item`, text fields `data-field`.
 */
export type Part = ItemText | 'done' | 'choice';
export type TextField = HTMLTextAreaElement | HTMLInputElement;

export const partId = (id: ItemId, part: Part): string => `${part}-${id}`;

export const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;

export const itemOf = (target: EventTarget | null): ItemId | null => {
  const id = rowOf(target)?.dataset.item;
  return id === undefined ? null : asItemId(id);
};

/** The item's row, also while it is drawn as a choice. */
export const rowById = (id: ItemId): HTMLElement | null =>
  rowOf(document.getElementById(partId(id, 'done')) ?? document.getElementById(partId(id, 'choice')));

/** The items of the rows in the page, as they stand; what is folded away is not there. */
export const shownIds = (root: ParentNode | null): ItemId[] =>
  [...(root?.querySelectorAll('[data-item]') ?? [])].flatMap((row) => itemOf(row) ?? []);

/** The text field an event came from, if it came from one. */
export const textFieldOf = (target: EventTarget | null): TextField | null =>
  (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && isItemText(target.dataset.field)
    ? target
    : null;

/** Which text is typed there. @throws for an element that `textFieldOf` does not take */
export const fieldOf = (element: TextField): ItemText => {
  const { field } = element.dataset;
  if (!isItemText(field)) throw new Error(`no field of an item: ${field}`);
  return field;
};

export const textFieldAt = (id: ItemId, field: ItemText): TextField | null =>
  textFieldOf(document.getElementById(partId(id, field)));

/** What stands in the row's fields right now. */
export const textsOf = (row: HTMLElement): Readonly<Record<ItemText, string>> =>
  Object.fromEntries(
    ITEM_TEXTS.map((name) => [name, row.querySelector<TextField>(`[data-field=${name}]`)?.value ?? '']),
    // The names are those of the type.
  ) as Readonly<Record<ItemText, string>>;

const isEditable = (row: Element): boolean => row.querySelector('textarea') !== null;

/** The nearest row that can be edited; ticked rows on their way out are passed over. */
export const neighbourOf = (row: HTMLElement, to: 'previous' | 'next'): ItemId | null => {
  let other: Element | null = row;
  do other = to === 'previous' ? other.previousElementSibling : other.nextElementSibling;
  while (other && !isEditable(other));
  return itemOf(other);
};

/** Puts the caret into an item's field, at the end unless told where. Does nothing when the field is not on screen. */
export const focusField = (id: ItemId, field: ItemText, caret = Number.MAX_SAFE_INTEGER): void => {
  const element = textFieldAt(id, field);
  if (!element) return;
  const at = Math.min(caret, element.value.length);
  // The caret first: put after the focus it keeps WebKit from scrolling to the field.
  element.setSelectionRange(at, at);
  element.focus();
};
