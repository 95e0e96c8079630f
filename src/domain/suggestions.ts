import type { ListId } from '../contract/ids';
import { foldText } from './foldText';

/**
 * Finds items that a person wrote before, from the first letter on. The functions are pure. They ignore case and
 * diacritics. The result does not depend on the order of the items that are searched.
 */

/** An item that was written once or more, with its latest texts. */
export interface UsualItem {
  readonly description: string;
  readonly quantity: string;
  /** How often it was written. */
  readonly count: number;
  /** When it was written last; epoch ms. */
  readonly lastAt: number;
  readonly listId: ListId;
}

/** An item prepared for the search. It is prepared once, not at every key. */
export interface IndexedItem extends UsualItem {
  /** Texts with equal keys count as the same: `Żółty  SER` has the key `zolty ser`. */
  readonly key: string;
  /** The key after a space. So a space comes before every word, and one search finds the beginning of any word. */
  readonly words: string;
}

interface SuggestionQuery {
  readonly text: string;
  /** Items that were written in this list come first. */
  readonly listId: ListId;
  /** Epoch ms. */
  readonly now: number;
  /** The item that is being edited; it is not suggested. */
  readonly except?: IndexedItem;
}

export interface Suggestion {
  readonly key: string;
  readonly description: string;
  readonly quantity: string;
}

export const MAX_SUGGESTIONS = 3;
const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export const indexItem = (item: UsualItem): IndexedItem => {
  const key = foldText(item.description);
  return { ...item, key, words: ` ${key}` };
};

interface Found {
  readonly key: string;
  /** The text is the query. */
  readonly isExact: boolean;
  /** The text begins with the query; otherwise a later word does. */
  readonly isFirstWord: boolean;
  isHere: boolean;
  weight: number;
  last: IndexedItem;
}

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders items with the same key: the latest first, then by their texts. Never 0 for different texts. */
const compareLast = (a: UsualItem, b: UsualItem): number =>
  compare(b.lastAt, a.lastAt) || compare(a.description, b.description) || compare(a.quantity, b.quantity);

const compareFound = (a: Found, b: Found): number =>
  compare(Number(b.isExact), Number(a.isExact)) ||
  compare(Number(b.isFirstWord), Number(a.isFirstWord)) ||
  compare(Number(b.isHere), Number(a.isHere)) ||
  compare(b.weight, a.weight) ||
  compare(a.key, b.key);

/** The weight of an item. It halves with each month since the item was written last. */
const weightOf = ({ count, lastAt }: UsualItem, now: number): number =>
  count * 2 ** (-Math.max(0, now - lastAt) / HALF_LIFE_MS);

/** Keeps only the best while it looks through all. One letter may find thousands, and sorting them all would be slow. */
const mostFitting = (found: Iterable<Found>): readonly Found[] => {
  const best: Found[] = [];
  for (const one of found) {
    const worst = best[MAX_SUGGESTIONS - 1];
    if (worst && compareFound(one, worst) > 0) continue;
    best.push(one);
    best.sort(compareFound);
    best.length = Math.min(best.length, MAX_SUGGESTIONS);
  }
  return best;
};

/** Weights are added as whole millionths, because a sum of fractions depends on their order. */
const WHOLE = 1_000_000;

/**
 * Returns at most three items in which any word begins with the text. The item with just this text comes first, then
 * items whose first word begins so. After them come items of this list, and then those that were written often and
 * lately. Items with the same key are one suggestion, with the latest texts.
 */
export const suggest = (
  sources: readonly (readonly IndexedItem[])[],
  { text, listId, now, except }: SuggestionQuery,
): Suggestion[] => {
  const query = foldText(text);
  if (query === '') return [];
  const beginning = ` ${query}`;
  const found = new Map<string, Found>();
  const take = (item: IndexedItem): void => {
    const place = item.words.indexOf(beginning);
    if (place === -1 || item === except) return;
    const { key } = item;
    const weight = Math.round(weightOf(item, now) * WHOLE);
    const isHere = item.listId === listId;
    const known = found.get(key);
    if (!known) {
      found.set(key, { key, isExact: key === query, isFirstWord: place === 0, isHere, weight, last: item });
      return;
    }
    known.isHere ||= isHere;
    known.weight += weight;
    if (compareLast(item, known.last) < 0) known.last = item;
  };
  for (const items of sources) for (const item of items) take(item);
  return mostFitting(found.values()).map(({ key, last }) => ({
    key,
    description: last.description.trim(),
    quantity: last.quantity.trim(),
  }));
};

/** More than a household buys. Beyond it, items that were bought seldom and long ago are forgotten. */
export const MAX_REMEMBERED = 500;
/** Of both texts. All remembered items together must leave room in local storage, where the sign-in is too. */
const MAX_LETTERS = 500;
const isShort = ({ description, quantity }: UsualItem): boolean => description.length + quantity.length <= MAX_LETTERS;

/**
 * Adds bought items to the remembered ones. For a known item the counts are added, and the new texts replace the old. Long
 * texts are not remembered.
 */
export const withBought = (
  known: readonly UsualItem[],
  bought: readonly UsualItem[],
  now: number,
): readonly UsualItem[] => {
  const byKey = new Map(known.map((item) => [foldText(item.description), item]));
  for (const item of bought) {
    const key = foldText(item.description);
    if (key === '') continue;
    const before = byKey.get(key);
    byKey.set(key, { ...item, count: item.count + (before?.count ?? 0) });
  }
  const items = [...byKey.values()].filter(isShort);
  if (items.length <= MAX_REMEMBERED) return items;
  return items.sort((a, b) => weightOf(b, now) - weightOf(a, now)).slice(0, MAX_REMEMBERED);
};
