import type { TFunction } from 'i18next';
import { useLayoutEffect, useRef } from 'react';
import type { ItemId } from '../../contract/ids';
import { itemOf, partId } from './itemElements';

const PLACE = '\u0000';

const isSameOrder = (some: readonly ItemId[], others: readonly ItemId[]): boolean =>
  some.length === others.length && some.every((id, place) => id === others[place]);

interface Named {
  readonly ids: readonly ItemId[];
  readonly t: TFunction;
}

/** The rows whose description fields are new, and so have no name yet. */
const newRows = (root: HTMLElement | null): ItemId[] =>
  [...(root?.querySelectorAll('textarea:not([aria-label])') ?? [])].flatMap((field) => itemOf(field) ?? []);

/**
 * Sets the accessible name of every description field by its position: `Produkt 2 z 10`. It writes the attribute
 * without React: one added row changes all positions, and redrawing 2,000 rows would be slow. While the positions stay,
 * only new fields are looked at: a row that is ticked and unticked gets new ones.
 */
export const useFieldNames = (
  root: HTMLElement | null,
  shown: readonly ItemId[],
  isSelecting: boolean,
  t: TFunction,
): void => {
  const named = useRef<Named | null>(null);
  useLayoutEffect(() => {
    const before = named.current;
    // While rows are selected, they have no fields. Afterwards the fields are new elements.
    named.current = isSelecting ? null : { ids: shown, t };
    if (isSelecting) return;
    // Translated once, because only the number differs.
    const [start = '', end = ''] = t('item.field', { index: PLACE, total: shown.length }).split(PLACE);
    const name = (id: ItemId, place: number): void => {
      const field = document.getElementById(partId(id, 'description'));
      const text = `${start}${place + 1}${end}`;
      if (field && field.getAttribute('aria-label') !== text) field.setAttribute('aria-label', text);
    };
    if (before?.t !== t || !isSameOrder(before.ids, shown)) return shown.forEach(name);
    for (const id of newRows(root)) if (shown.includes(id)) name(id, shown.indexOf(id));
  }, [root, shown, isSelecting, t]);
};
