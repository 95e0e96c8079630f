import type { TFunction } from 'i18next';
import { useLayoutEffect } from 'react';
import type { ItemId } from '../../contract/ids';
import { partId } from './itemElements';

const PLACE = '\u0000';

/**
 * Names every description field by its place: `Produkt 2 z 10`. Written into the page past React, because a place changes for
 * all rows when one is added, and drawing 2,000 rows for that would be felt.
 */
export const useFieldNames = (shown: readonly ItemId[], isSelecting: boolean, t: TFunction): void => {
  useLayoutEffect(() => {
    // Choices have no fields; after a selection the fields are new ones.
    if (isSelecting) return;
    // Translated once: the sentence is the same for all but its number.
    const [before = '', after = ''] = t('item.field', { index: PLACE, total: shown.length }).split(PLACE);
    shown.forEach((id, place) => {
      const field = document.getElementById(partId(id, 'description'));
      const name = `${before}${place + 1}${after}`;
      if (field && field.getAttribute('aria-label') !== name) field.setAttribute('aria-label', name);
    });
  }, [shown, isSelecting, t]);
};
