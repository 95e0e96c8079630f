import type { ItemRow } from '../contract/records';
import { readPastedLines } from './pastedLines';

/** A list as text, one open item a line, in a form that a paste reads back: `- mleko⇥2 l`. */

type Sent = Pick<ItemRow, 'description' | 'quantity'>;

/** A tab would begin a new cell, a break a new line. */
const oneLine = (text: string): string => text.replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/g, ' ').trim();

/** A character of no width keeps the cell of a missing name from being taken for the space after the marker. */
const NO_NAME = '\u2060';

/** The box is for a text that would lose its own beginning after a dash alone: `[x] ser`. */
const MARKERS = ['- ', '- [ ] '] as const;
/** An empty cell before it is for a quantity too long for a second cell. */
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

/** What is to buy, as text; '' when there is nothing. An only item is a line as it is written, for it goes in at a caret. */
export const asSentText = (items: readonly Sent[]): string => {
  const sent = items
    .map(({ description, quantity }) => ({ description: oneLine(description), quantity: oneLine(quantity) }))
    .filter(({ description, quantity }) => description !== '' || quantity !== '');
  const [only] = sent;
  if (only && sent.length === 1 && only.quantity === '') return only.description;
  return sent.map(lineFor).join('\n');
};
