import type { TFunction } from 'i18next';

/** What an item is called where it is spoken of: its description, else its quantity, else that it has no name. */
export const itemName = (t: TFunction, item: { readonly description: string; readonly quantity: string }): string =>
  item.description.trim() || item.quantity.trim() || t('item.unnamed');
