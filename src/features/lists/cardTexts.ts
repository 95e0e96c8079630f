import type { TFunction } from 'i18next';
import type { ListSummary } from '../../domain/listSummary';
import type { CardTexts } from './ListCard';

interface CardFacts {
  readonly list: { readonly name: string; readonly icon: string };
  readonly summary: ListSummary;
  /** How many people have the list. */
  readonly members: number;
  /** The items found by a search, shown in place of all items. */
  readonly found?: string | null;
}

/** What a card says about a list. */
export const cardTexts = (t: TFunction, { list, summary, members, found }: CardFacts): CardTexts => {
  const name = list.name.trim();
  const { done, total, isEmpty, description } = summary;
  return {
    name: name || t('list.fallbackName'),
    isNamed: name !== '',
    icon: list.icon,
    people: members > 1 ? t('lists.people', { count: members }) : '',
    done,
    total,
    preview: found || (isEmpty ? t('lists.empty') : description),
    isEmpty,
  };
};
