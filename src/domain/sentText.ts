import type { ItemRow } from '../contract/records';
import { readPastedLines } from './pastedLines';

/** Writes items as text, one per line. A paste into the app reads the same items from it: `- mleko⇥2 l`. */

type Sent = Pick<ItemRow, 'description' | 'quantity'>;

/** Replaces tabs and line breaks, because a paste would read them as a new cell or a new line. */
const oneLine = (text: string): string => text.replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/g, ' ').trim();

/** A zero-width character in place of a missing name. Without it, the tab would count as the space after the marker. */
const NO_NAME = '\u2060';

/** The box is for a text like `[x] ser`. After a dash alone, a paste would remove its beginning as a marker. */
const MARKERS = ['- ', '- [ ] '] as const;
/** The empty cell is for a long quantity. In the second cell, a paste would read it as part of the name. */
const GAPS = ['\t', '\t\t'] as const;

const lineFor = ({ description, quantity }: Sent): string => {
  const tails = quantity === '' ? [''] : GAPS.map((gap) => gap + quantity);
  const lines = MARKERS.flatMap((marker) => tails.map((tail) => marker + (description || NO_NAME) + tail));
  const readsBack = (line: string): boolean => {
    const [item, ...more] = readPastedLines(line);
    return more.length === 0 && item?.description === description && item.quantity === quantity;
  };
  return lines.find(readsBack) ?? `${MARKERS[0]}${description}${tails[0]}`;
};

/**
 * The items as text; '' if none has a text. A single item without a quantity gets no marker, because a paste inserts a
 * single line at the caret.
 */
export const asSentText = (items: readonly Sent[]): string => {
  const sent = items
    .map(({ description, quantity }) => ({ description: oneLine(description), quantity: oneLine(quantity) }))
    .filter(({ description, quantity }) => description !== '' || quantity !== '');
  const [only] = sent;
  if (only && sent.length === 1 && only.quantity === '') return only.description;
  return sent.map(lineFor).join('\n');
};
