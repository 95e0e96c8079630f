import { withoutMarkers } from './lineMarkers';

/** All line breaks: CR LF, LF, CR, vertical tab, form feed, NEL, line separator and paragraph separator. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g');

/** The content of one pasted line. */
export interface PastedLine {
  readonly description: string;
  /** From the second and further cells of a table row; '' without them. */
  readonly quantity: string;
  /** The line had a ticked box. The item is added as an open one all the same. */
  readonly isTicked: boolean;
}

/** White space, soft hyphens, zero-width spaces and direction marks, which messengers and web pages add. */
const BLANK = /[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** A loop, because a regular expression for trailing blanks is slow on a line with thousands of blanks inside. */
const trimmed = (line: string): string => {
  let start = 0;
  let end = line.length;
  while (start < end && BLANK.test(line.charAt(start))) start += 1;
  while (start < end && BLANK.test(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
};

/** A cell in quotes. A spreadsheet writes it so if it has a line break, or quotes, which are doubled then. */
const QUOTED_CELL = /(^|[\t\r\n])"((?:[^"\t]|"")*)"(?=[\t\r\n]|$)/g;

/** A table with each cell on one line and without the quotes of the spreadsheet. Another text stays as it is. */
const withPlainCells = (text: string): string =>
  text.includes('\t')
    ? text.replace(QUOTED_CELL, (cell, before: string, content: string) => {
        const isQuotedByIt = LINE_BREAK.test(content) || content.includes('""');
        return isQuotedByIt ? before + content.replace(LINE_BREAKS, ' ').replaceAll('""', '"') : cell;
      })
    : text;

const nonBlankLines = (text: string): string[] =>
  withPlainCells(text)
    .replaceAll('\0', '')
    .split(LINE_BREAK)
    .map(trimmed)
    .filter((line) => line !== '');

/** Room for `pół opakowania`. A longer text in the second cell is a remark, unless it is a number. */
const QUANTITY_CHARACTERS = 16;
const NUMERIC = /^[\d\s.,]+$/;

const joined = (cells: readonly string[]): string => cells.filter((cell) => cell !== '').join(' ');

/**
 * Reads a table row: the first cell is the description, the others are the quantity. If the second cell cannot be a
 * quantity, all cells are the description.
 */
const readCells = (text: string): Pick<PastedLine, 'description' | 'quantity'> => {
  const cells = text.split('\t').map(trimmed);
  const [description = '', second = '', ...further] = cells;
  if (second.length > QUANTITY_CHARACTERS && !NUMERIC.test(second)) return { description: joined(cells), quantity: '' };
  return { description, quantity: joined([second, ...further]) };
};

/**
 * Reads the items of a pasted text, one per line, in order. Each line is trimmed and loses one marker: a bullet, a box
 * or a number. Lines without other text are left out. It accepts any text, and never throws.
 */
export const readPastedLines = (text: string): PastedLine[] =>
  withoutMarkers(nonBlankLines(text))
    .map((line) => ({ ...readCells(line.text), isTicked: line.isTicked }))
    .filter(({ description, quantity }) => description !== '' || quantity !== '');

/** True if a paste makes items: it has two non-empty lines or a table row, and text beside markers. */
export const isMultiLine = (text: string): boolean => {
  const lines = nonBlankLines(text);
  if (lines.length === 0) return false;
  if (lines.length === 1 && !text.includes('\t')) return false;
  const items = readPastedLines(text);
  return lines.length > 1 ? items.length > 0 : items.some(({ quantity }) => quantity !== '');
};

/** A text for a field with one line. Only line breaks are removed; markers stay. */
export const withoutLineBreaks = (text: string): string => text.replace(LINE_BREAKS, '');
