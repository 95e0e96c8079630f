import type { ServerRow } from '../../e2e/support/account';

/**
 * What a walk knows of each word that was typed, and the law about it. A word is the first part of its row's text, and
 * names the device of its author. Device means one browser, with all its windows.
 */
export interface Word {
  readonly name: string;
  readonly author: string;
  /** What its row was to say, the newest last. */
  readonly texts: string[];
  readonly quantities: string[];
  /** The devices that wrote into its row. */
  readonly writers: Set<string>;
  /** The devices that made its row anew: they moved it to another list, or took its removal back. */
  readonly makers: Set<string>;
  /** The removals that were not taken back. */
  removals: number;
  copies: number;
}

export const WORD = /^[a-z]+x\d+q/;

export const newWord = (name: string, author: string): Word => ({
  name,
  author,
  texts: [name],
  quantities: [''],
  writers: new Set([author]),
  makers: new Set(),
  removals: 0,
  copies: 0,
});

/** Whether one device alone has had its hands on the row, so that the row must say what was typed last. */
const isOfOneDevice = ({ writers, makers, copies }: Word): boolean =>
  copies === 0 && new Set([...writers, ...makers]).size === 1;

/**
 * The law. A word is in exactly one row; one that somebody removed may be in none. Two devices that move a row, or take its
 * removal back, before they know of each other, may each have made one (docs/limits.md). A row of one device has exactly
 * the text and the quantity that were typed last. Of several devices one wins, so there only the word is looked for.
 */
export const wrongIn = (word: Word, rows: readonly ServerRow[]): string | null => {
  const { name, texts, quantities, makers, removals, copies } = word;
  const [least, most] = [removals > 0 ? 0 : 1, Math.max(1, makers.size) + copies];
  if (rows.length < least || rows.length > most) return `${name} is in ${rows.length} rows, not ${least} to ${most}`;
  if (!isOfOneDevice(word)) return null;
  const [text, quantity] = [texts.at(-1), quantities.at(-1)];
  const other = rows.find((row) => row.description !== text || row.quantity !== quantity);
  return other ? `${name} says "${other.description}" "${other.quantity}", not "${text}" "${quantity}"` : null;
};

/** Whether nothing was ever done to the word that the law is looser for. */
export const isStrict = (word: Word): boolean => word.removals === 0 && isOfOneDevice(word);
