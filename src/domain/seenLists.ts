import { isObject } from '../contract/records';

/** One card of the overview, in the texts that it showed. */
export interface SeenCard {
  /** The address of the list. */
  readonly href: string;
  /** The address of the icon. */
  readonly picture: string;
  readonly name: string;
  readonly isNamed: boolean;
  readonly people: string;
  readonly done: number;
  readonly total: number;
  readonly preview: string;
  readonly isEmpty: boolean;
}

/**
 * The first lists as this device showed them last. The next start shows them until the app has read the stored data.
 * They are only texts: nothing is computed from them, and nothing is sent.
 */
export interface SeenLists {
  readonly language: string;
  /** The heading, and the two texts of the bar. */
  readonly words: readonly [title: string, add: string, logs: string];
  /** Whether the search field is above the cards. */
  readonly hasFind: boolean;
  readonly cards: readonly SeenCard[];
}

const KINDS: Readonly<Record<keyof SeenCard, 'string' | 'number' | 'boolean'>> = {
  href: 'string',
  picture: 'string',
  name: 'string',
  isNamed: 'boolean',
  people: 'string',
  done: 'number',
  total: 'number',
  preview: 'string',
  isEmpty: 'boolean',
};

/** A damaged value must not lead to another site. Browsers leave out tabs and line ends before they read an address. */
const isPath = (value: unknown): boolean => typeof value === 'string' && /^\/(?![/\\])[^\t\n\r]*$/.test(value);

const isCard = (value: unknown): value is SeenCard =>
  isObject(value) &&
  Object.entries(KINDS).every(([name, kind]) => typeof value[name] === kind) &&
  isPath(value.href) &&
  isPath(value.picture);

const isSeenLists = (value: unknown): value is SeenLists =>
  isObject(value) &&
  typeof value.language === 'string' &&
  Array.isArray(value.words) &&
  value.words.length === 3 &&
  value.words.every((word) => typeof word === 'string') &&
  typeof value.hasFind === 'boolean' &&
  Array.isArray(value.cards) &&
  value.cards.every(isCard);

/** Parses the stored text. Null if there is none, or if it is damaged. */
export const parseSeenLists = (text: string | null): SeenLists | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSeenLists(value) ? value : null;
  } catch {
    return null;
  }
};
