import type { TFunction } from 'i18next';
import { useLayoutEffect } from 'react';
import type { ItemId } from '../../contract/ids';
import { partId } from './itemElements';

const PLACE = '\u0000';

/**
 * Sets the accessible name of every description field by its position: `Produkt 2 z 10`. It writes the attribute
 * without React: one added row changes all positions, and redrawing 2,000 rows would be slow.
 */
export const useFieldNames = (shown: readonly ItemId[], isSelecting: boolean, t: TFunction): void => {
  useLayoutEffect(() => {
    // While rows are selected, they have no fields. Afterwards the fields are new elements.
    if (isSelecting) return;
    // Translated once, because only the number differs.
    const [before = '', after = ''] = t('item.field', { index: PLACE, total: shown.length }).split(PLACE);
    shown.forEach((id, place) => {
      const field = document.getElementById(partId(id, 'description'));
      const name = `${before}${place + 1}${after}`;
      if (field && field.getAttribute('aria-label') !== name) field.setAttribute('aria-label', name);
    });
  }, [shown, isSelecting, t]);
};
