import type { ItemId } from '../../contract/ids';
import { itemOf, partId, rowOf, shownIds, textFieldOf } from './itemElements';
import { focusAddButton } from './rowFocus';

/**
 * The ids of the rows, from the row with the focus to the end, and then back to the beginning. Empty for a row with the
 * caret: it stays whatever happens to its item.
 */
export const idsFromFocus = (root: HTMLElement): readonly ItemId[] => {
  const { activeElement } = document;
  const focused = textFieldOf(activeElement) ? null : itemOf(rowOf(activeElement));
  if (!focused) return [];
  const ids = shownIds(root);
  const at = ids.indexOf(focused);
  return at < 0 ? [] : [...ids.slice(at), ...ids.slice(0, at).reverse()];
};

const boxOf = (id: ItemId): HTMLElement | null =>
  document.getElementById(partId(id, 'choice')) ?? document.getElementById(partId(id, 'done'));

/** If the focus is lost, it goes to the box of the first of these rows that is still there, else to the add button. */
export const refocus = (ids: readonly ItemId[]): void => {
  if (ids.length === 0 || document.activeElement !== document.body) return;
  const box = ids.map(boxOf).find((one) => one !== null);
  if (box) box.focus({ preventScroll: true });
  else focusAddButton();
};
