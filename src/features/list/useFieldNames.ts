import type { TFunction } from 'i18next';
import { useLayoutEffect } from 'react';
import type { ItemId } from '../../contract/ids';

/**
 * Names every description field by its place: `Produkt 2 z 10`. Written into the page past React, because a place changes for
 * all rows when one is added, and drawing 2,000 rows for that would be felt.
 */
export const useFieldNames = (list: HTMLElement | null, shown: readonly ItemId[], t: TFunction): void => {
  useLayoutEffect(() => {
    // `shown` is what says that the rows have changed.
    if (!list || shown.length === 0) return;
    const fields = list.querySelectorAll('textarea');
    fields.forEach((field, place) => {
      field.setAttribute('aria-label', t('item.field', { index: place + 1, total: fields.length }));
    });
  }, [list, shown, t]);
};
