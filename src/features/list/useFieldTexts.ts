import { useLayoutEffect, useRef } from 'react';
import { ITEM_TEXTS } from '../../contract/fields';
import type { ItemId } from '../../contract/ids';
import { textFieldAt } from './itemElements';
import type { DrawnRows } from './useDrawnRows';

/**
 * Shows stored texts in fields that React leaves alone: while a field is focused it keeps what is typed there, whatever
 * arrives from elsewhere, and its caret, undo history and IME are never disturbed. Left, it shows the stored text again.
 * Only rows drawn anew are looked at.
 */
export const useFieldTexts = (ids: readonly ItemId[], rows: DrawnRows): void => {
  const written = useRef<DrawnRows>(new Map());
  useLayoutEffect(() => {
    const now: DrawnRows = new Map();
    for (const id of ids) {
      const row = rows.get(id);
      if (!row) continue;
      now.set(id, row);
      if (written.current.get(id) === row) continue;
      for (const name of ITEM_TEXTS) {
        const field = textFieldAt(id, name);
        const text = row.props.item[name];
        // The window in the back keeps its active element, but nobody types there.
        if (field && name !== row.props.focusedField && field.value !== text) field.value = text;
      }
    }
    written.current = now;
  });
};
