import type { TFunction } from 'i18next';
import { ITEM_TEXTS, type ItemText } from '../../contract/fields';

/** How messages name an item: by the first of its texts that is not empty, else "unnamed". */
export const itemName = (t: TFunction, item: Readonly<Record<ItemText, string>>): string =>
  ITEM_TEXTS.map((name) => item[name].trim()).find((text) => text !== '') ?? t('item.unnamed');
