/** Every break a source produces: CR LF, LF, CR, vertical tab, form feed, NEL, line and paragraph separator. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g');

/** `-`, `•`, `*`, alone or with a box, with or without a space after; a dash before a digit is a minus sign. */
const SPECIFIED_MARKER = /^(?:-(?!\d)|[•*])\s*(?:\[[\sxX]?\])?\s*/u;

/** What notes and office programs put there; without white space after them they are part of the text. */
const OTHER_MARKER = /^(?:[◦▪‣⁃·–—☐☑☒✓✔\uF0B7]|\[[\sxX]?\])(?:\s+|$)/u;

const NUMBER_MARKER = /^(\d{1,4})([.)])(?:\s+|$)/;

interface Numbered {
  readonly value: number;
  readonly style: string;
}

const numberOf = (line: string): Numbered | null => {
  const [, digits, style] = NUMBER_MARKER.exec(line) ?? [];
  return digits !== undefined && style !== undefined ? { value: Number(digits), style } : null;
};

const follows = (before: Numbered | undefined, after: Numbered | undefined): boolean =>
  before !== undefined && after !== undefined && after.value === before.value + 1 && after.style === before.style;

/** Numbers are markers only where they count up: `10. piwo` between other lines may be the tenth of something else. */
const countingLines = (lines: readonly string[]): ReadonlySet<number> => {
  const numbered = lines.flatMap((line, index) => {
    const number = numberOf(line);
    return number ? [{ index, ...number }] : [];
  });
  const counting = numbered.filter(
    (number, place) => follows(numbered[place - 1], number) || follows(number, numbered[place + 1]),
  );
  return new Set(counting.map(({ index }) => index));
};

const stripMarker = (line: string): string => {
  const withoutSpecified = line.replace(SPECIFIED_MARKER, '');
  return withoutSpecified === line ? line.replace(OTHER_MARKER, '') : withoutSpecified;
};

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

/**
 * The descriptions a pasted text stands for: one per non-empty line, in order, without its leading bullet, box or number
 * (taken away once), trimmed; lines that held nothing else are left out. Total: any text gives an answer, possibly [].
 */
export const splitPastedLines = (text: string): string[] => {
  const lines = nonBlankLines(text);
  const counting = countingLines(lines);
  return lines
    .map((line, index) => trimmed(counting.has(index) ? line.replace(NUMBER_MARKER, '') : stripMarker(line)))
    .filter((line) => line !== '');
};

/** True when a paste makes items: at least two non-empty lines, and something in them beside markers. */
export const isMultiLine = (text: string): boolean =>
  nonBlankLines(text).length >= 2 && splitPastedLines(text).length > 0;

/** A text for a one-line field: its line breaks dropped, everything else kept, markers too. */
export const withoutLineBreaks = (text: string): string => text.replace(LINE_BREAKS, '');
