import type { TFunction } from 'i18next';

/** How messages name an item: its description, else its quantity, else "unnamed". */
export const itemName = (t: TFunction, item: { readonly description: string; readonly quantity: string }): string =>
  item.description.trim() || item.quantity.trim() || t('item.unnamed');
