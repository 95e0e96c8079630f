import { useLayoutEffect, useRef } from 'react';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { type TextField, textFieldAt } from './itemElements';

/** The inputs that a row's fields were last written from. */
interface Shown {
  readonly item: ItemRow;
  readonly focusedField: ItemText | null;
  /** While rows are selected, a row has no fields. Afterwards it gets new ones. */
  readonly isChoice: boolean;
  /** What the focused field shows until the person types in it. */
  readonly untyped: string | null;
}

/** Writes a text into the field with the caret. A caret at the end stays at the end. */
const writeUnderCaret = (field: TextField, text: string): void => {
  const { value, selectionStart, selectionEnd } = field;
  const moved = (place: number | null): number => (place === null || place === value.length ? text.length : place);
  field.value = text;
  if (document.activeElement === field) field.setSelectionRange(moved(selectionStart), moved(selectionEnd));
};

/**
 * Shows the stored text in the field with the caret, unless the person has typed in it.
 * @param untyped what the field showed before they could type; null if it has just got the focus
 * @returns what it shows until they type
 */
const showUnderCaret = (field: TextField, stored: string, untyped: string | null): string => {
  if (untyped === null) return field.value;
  if (field.value !== untyped) return untyped;
  if (field.value !== stored) writeUnderCaret(field, stored);
  return stored;
};

/**
 * Writes stored texts into the fields without React. A field in which the person has typed since it got the focus keeps
 * its text, with its caret, undo history and IME. When the focus leaves, it shows the stored text again. Only changed
 * rows are checked.
 * @param itemOf the stored item. Undefined if it was removed while the person is in its row: what is typed then is only
 *   in the fields, so nothing is written into them
 */
export const useFieldTexts = (
  ids: readonly ItemId[],
  itemOf: (id: ItemId) => ItemRow | undefined,
  fieldOf: (id: ItemId) => ItemText | null,
  isChoice: boolean,
): void => {
  const shown = useRef<ReadonlyMap<ItemId, Shown>>(new Map());
  useLayoutEffect(() => {
    const now = new Map<ItemId, Shown>();
    for (const id of ids) {
      const item = itemOf(id);
      const before = shown.current.get(id);
      if (!item) {
        if (before) now.set(id, before);
        continue;
      }
      // `focusedField` counts, not `document.activeElement`: a background window keeps its active element, but nobody
      // types there.
      const focusedField = fieldOf(id);
      const isSame = before?.item === item && before.focusedField === focusedField && before.isChoice === isChoice;
      if (isSame) {
        now.set(id, before);
        continue;
      }
      const wasUntyped = before?.focusedField === focusedField ? before.untyped : null;
      let untyped: string | null = null;
      for (const name of ITEM_TEXTS) {
        const field = textFieldAt(id, name);
        if (!field) continue;
        if (name === focusedField) untyped = showUnderCaret(field, item[name], wasUntyped);
        else if (field.value !== item[name]) field.value = item[name];
      }
      now.set(id, { item, focusedField, isChoice, untyped });
    }
    shown.current = now;
  });
};
