import type { ListId } from '../contract/ids';

/**
 * What a person usually writes, found again from its first letter: pure, over what is given. Neither case nor the marks on
 * letters count, and the answer does not depend on the order of what it is found in.
 */

/** Something written once or more, as it was written last. */
export interface UsualItem {
  readonly description: string;
  readonly quantity: string;
  /** How often. */
  readonly count: number;
  /** Epoch ms of the last time. */
  readonly lastAt: number;
  readonly listId: ListId;
}

/** The same, ready to be searched: made once per item, not at every key. */
export interface IndexedItem extends UsualItem {
  /** What makes two texts the same: `Żółty  SER` is `zolty ser`. */
  readonly key: string;
  /** The key with a space before it, as before each of its words: one search finds where any of them begins. */
  readonly words: string;
}

interface SuggestionQuery {
  readonly text: string;
  /** What was written in this list stands first. */
  readonly listId: ListId;
  /** Epoch ms. */
  readonly now: number;
  /** The one that is being written. */
  readonly except?: IndexedItem;
}

export interface Suggestion {
  readonly key: string;
  readonly description: string;
  readonly quantity: string;
}

export const MAX_SUGGESTIONS = 3;
const HALF_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

const MARKS = /\p{M}/gu;
const SPACES = /\s+/g;

/** A text without case, marks and needless spaces. `ł` is no letter with a mark to Unicode, but is to a person who types. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase().replaceAll('ł', 'l').replace(SPACES, ' ').trim();

export const indexItem = (item: UsualItem): IndexedItem => {
  const key = foldText(item.description);
  return { ...item, key, words: ` ${key}` };
};

interface Found {
  readonly key: string;
  /** The text itself begins so, and not a later word of it. */
  readonly isFirstWord: boolean;
  isHere: boolean;
  weight: number;
  last: IndexedItem;
}

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);

/** For one key: the later one; of the same moment the one whose texts come first. Never 0 for different texts. */
const compareLast = (a: UsualItem, b: UsualItem): number =>
  compare(b.lastAt, a.lastAt) || compare(a.description, b.description) || compare(a.quantity, b.quantity);

const compareFound = (a: Found, b: Found): number =>
  compare(Number(b.isFirstWord), Number(a.isFirstWord)) ||
  compare(Number(b.isHere), Number(a.isHere)) ||
  compare(b.weight, a.weight) ||
  compare(a.key, b.key);

/** What was written long ago counts less: half as much every month. */
const weightOf = ({ count, lastAt }: UsualItem, now: number): number =>
  count * 2 ** (-Math.max(0, now - lastAt) / HALF_LIFE_MS);

/** One letter finds thousands; to sort them all for three takes longer than to find them. */
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

/** A sum of fractions depends on their order; whole millionths do not. */
const WHOLE = 1_000_000;

/**
 * At most three items that begin as the text does, or in which a word does; the most fitting first: from the text's first
 * letter, in this list, often and lately. Items that are the same but for case and marks are one, as it was written last.
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
      found.set(key, { key, isFirstWord: place === 0, isHere, weight, last: item });
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

/** More than a household buys; beyond it the ones that are written seldom and long ago are forgotten. */
export const MAX_REMEMBERED = 500;

/** The remembered items with some that were bought now. One that is known counts once more, and is kept as it is now. */
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
  const items = [...byKey.values()];
  if (items.length <= MAX_REMEMBERED) return items;
  return items.sort((a, b) => weightOf(b, now) - weightOf(a, now)).slice(0, MAX_REMEMBERED);
};
