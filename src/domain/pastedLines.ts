import { withoutMarkers } from './lineMarkers';

/** Every break a source produces: CR LF, LF, CR, vertical tab, form feed, NEL, line and paragraph separator. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g');

/** What one pasted line says. */
export interface PastedLine {
  readonly description: string;
  /** The second cell of a row out of a table; '' elsewhere. */
  readonly quantity: string;
  /** It stood there with a ticked box. The item arrives open all the same. */
  readonly isTicked: boolean;
}

/** White space, and what messengers and pages leave beside it: spaces of no width and marks of direction. */
const BLANK = /[\s\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Step by step: a pattern for blanks at the end begins anew at each blank inside, and a line may be padded with thousands. */
const trimmed = (line: string): string => {
  let start = 0;
  let end = line.length;
  while (start < end && BLANK.test(line.charAt(start))) start += 1;
  while (start < end && BLANK.test(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
};

const nonBlankLines = (text: string): string[] =>
  text
    .split(LINE_BREAK)
    .map(trimmed)
    .filter((line) => line !== '');

/** As long as `pół opakowania`, and shorter than a remark. */
const QUANTITY_CHARACTERS = 16;
const NUMERIC = /^[\d\s.,]+$/;

const joined = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' ');

/** A row of a table: the description, then the quantity if the second cell may be one; further cells follow. */
const readCells = (text: string): Pick<PastedLine, 'description' | 'quantity'> => {
  const cells = text.split('\t').map(trimmed);
  const [description = '', second = '', ...further] = cells;
  if (second.length > QUANTITY_CHARACTERS && !NUMERIC.test(second)) return { description: joined(cells), quantity: '' };
  return { description, quantity: joined([second, ...further]) };
};

/**
 * The items a pasted text stands for: one per non-empty line, in order, without its leading bullet, box or number (taken away
 * once), trimmed; lines that held nothing else are left out. Total: any text gives an answer, possibly [].
 */
export const readPastedLines = (text: string): PastedLine[] =>
  withoutMarkers(nonBlankLines(text))
    .map((line) => ({ ...readCells(line.text), isTicked: line.isTicked }))
    .filter(({ description, quantity }) => description !== '' || quantity !== '');

/** True when a paste makes items: of two non-empty lines or a row of a table, and something in them beside markers. */
export const isMultiLine = (text: string): boolean => {
  const lines = nonBlankLines(text);
  if (lines.length === 0) return false;
  if (lines.length === 1 && !text.includes('\t')) return false;
  const items = readPastedLines(text);
  return lines.length > 1 ? items.length > 0 : items.some(({ quantity }) => quantity !== '');
};

/** A text for a one-line field: its line breaks dropped, everything else kept, markers too. */
export const withoutLineBreaks = (text: string): string => text.replace(LINE_BREAKS, '');
