import type { TFunction } from 'i18next';
import type { ListSummary } from '../../domain/listSummary';
import { listName } from '../listName';
import type { CardTexts } from './ListCard';

interface CardFacts {
  readonly list: { readonly name: string; readonly icon: string };
  readonly summary: ListSummary;
  /** How many people have the list. */
  readonly members: number;
  /** The items found by a search, shown in place of all items. */
  readonly found?: string | null;
}

/** More than two lines hold. A screen reader would read out all 2,000 items of a long list. */
const PREVIEW_LETTERS = 300;

/** Ends after a whole word. */
const shortened = (text: string): string => {
  if (text.length <= PREVIEW_LETTERS) return text;
  const end = text.lastIndexOf(' ', PREVIEW_LETTERS);
  return `${text.slice(0, end > 0 ? end : PREVIEW_LETTERS).replace(/,$/, '')}…`;
};

/** What a card says about a list. */
export const cardTexts = (t: TFunction, { list, summary, members, found }: CardFacts): CardTexts => {
  const name = list.name.trim();
  const { done, total, isEmpty, description } = summary;
  return {
    name: listName(t, list.name),
    isNamed: name !== '',
    icon: list.icon,
    people: members > 1 ? t('lists.people', { count: members }) : '',
    done,
    total,
    preview: shortened(found || (isEmpty ? t('lists.empty') : description)),
    isEmpty,
  };
};
