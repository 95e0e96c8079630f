import type { TFunction } from 'i18next';
import type { ItemText } from '../../contract/fields';
import { itemName } from './itemName';

/** Stands for a name while a sentence is translated. */
const PLACE = '\u0000';

/** What a row says beside its own texts. */
export interface RowWords {
  readonly placeholders: Readonly<Record<ItemText, string>>;
  nameOf(item: { readonly description: string; readonly quantity: string }): string;
  check(name: string): string;
  quantity(name: string): string;
  remove(name: string): string;
  choose(name: string): string;
  /** What the handle says by which a row is dragged. */
  readonly handle: string;
}

const sentence = (text: string): ((name: string) => string) => {
  const [before = '', after = ''] = text.split(PLACE);
  return (name) => before + name + after;
};

/** Translated once for all rows: the sentences are the same but for the name, and a translation costs more than a row. */
export const rowWords = (t: TFunction): RowWords => ({
  placeholders: { description: t('item.placeholder'), quantity: t('item.qtyPlaceholder') },
  nameOf: (item) => itemName(t, item),
  check: sentence(t('item.check', { name: PLACE })),
  quantity: sentence(t('item.qtyField', { name: PLACE })),
  remove: sentence(t('item.delete', { name: PLACE })),
  choose: sentence(t('item.choose', { name: PLACE })),
  handle: t('item.handle'),
});
