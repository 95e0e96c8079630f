import { useLayoutEffect, useRef } from 'react';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { textFieldAt } from './itemElements';

/** What a row's fields were made of. */
interface Shown {
  readonly item: ItemRow;
  readonly focusedField: ItemText | null;
  /** A row that can be chosen has no fields, and gets new ones afterwards. */
  readonly isChoice: boolean;
}

/**
 * Shows stored texts in fields that React leaves alone: while a field is focused it keeps what is typed there, whatever
 * arrives from elsewhere, and its caret, undo history and IME are never disturbed. Left, it shows the stored text again.
 * Only rows that changed are looked at.
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
      if (!item) continue;
      const focusedField = fieldOf(id);
      const before = shown.current.get(id);
      const isSame = before?.item === item && before.focusedField === focusedField && before.isChoice === isChoice;
      now.set(id, isSame ? before : { item, focusedField, isChoice });
      if (isSame) continue;
      for (const name of ITEM_TEXTS) {
        const field = textFieldAt(id, name);
        // The window in the back keeps its active element, but nobody types there.
        if (field && name !== focusedField && field.value !== item[name]) field.value = item[name];
      }
    }
    shown.current = now;
  });
};
