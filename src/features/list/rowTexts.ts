import type { TFunction } from 'i18next';
import type { ItemText } from '../../contract/fields';
import { itemName } from './itemName';

/** Placeholder for a name while a sentence is translated. */
const PLACE = '\u0000';

/** The translated texts of a row. */
export interface RowTexts {
  readonly placeholders: Readonly<Record<ItemText, string>>;
  nameOf(item: Readonly<Record<ItemText, string>>): string;
  check(name: string): string;
  quantity(name: string): string;
  remove(name: string): string;
  choose(name: string): string;
  /** The tooltip of the drag handle. */
  readonly handle: string;
}

const sentence = (text: string): ((name: string) => string) => {
  const [before = '', after = ''] = text.split(PLACE);
  return (name) => before + name + after;
};

/**
 * Translates each sentence once for all rows, because only the name differs. A translation per row would cost more than
 * drawing it.
 */
export const rowTexts = (t: TFunction): RowTexts => ({
  placeholders: { description: t('item.placeholder'), quantity: t('item.qtyPlaceholder') },
  nameOf: (item) => itemName(t, item),
  check: sentence(t('item.check', { name: PLACE })),
  quantity: sentence(t('item.qtyField', { name: PLACE })),
  remove: sentence(t('item.delete', { name: PLACE })),
  choose: sentence(t('item.choose', { name: PLACE })),
  handle: t('item.handle'),
});
