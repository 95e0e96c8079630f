import { useLayoutEffect, useRef } from 'react';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { textFieldAt } from './itemElements';

/** The inputs that a row's fields were last written from. */
interface Shown {
  readonly item: ItemRow;
  readonly focusedField: ItemText | null;
  /** While rows are selected, a row has no fields. Afterwards it gets new ones. */
  readonly isChoice: boolean;
}

/**
 * Writes stored texts into the fields without React. A focused field keeps what the person typed, with its caret, undo
 * history and IME. When the focus leaves, the field shows the stored text again. Only changed rows are checked.
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
        // `focusedField` counts, not `document.activeElement`: a background window keeps its active element, but nobody
        // types there.
        if (field && name !== focusedField && field.value !== item[name]) field.value = item[name];
      }
    }
    shown.current = now;
  });
};
