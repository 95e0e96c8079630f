/**
 * Removes what programs put before a line of a list: bullets, boxes, numbers. One marker per line is removed, with the
 * white space after it. Text that only looks like a marker stays.
 */

/** A variation selector may follow a character. It chooses between the text and the emoji form. */
const SIGN = '[\\uFE0E\\uFE0F]?';
const BOX = `\\[[\\sxX✓✔]?${SIGN}\\]`;
const BULLETS = '◦▪‣⁃·–—∙●○■□▫◆◇▶►➢➤\\uF0B7';
const BOXES = '☐☑☒✓✔✅🔲⬜';

/** `-`, `•`, `*`, alone or with a box. White space may follow. */
const SPECIFIED = new RegExp(`^[-•*]${SIGN}\\s*(?:${BOX})?\\s*`, 'u');

/** Markers only before white space or the end of the line. Elsewhere these characters are part of the text. */
const OTHER = new RegExp(`^(?:[${BULLETS}${BOXES}]${SIGN}|${BOX})(?:\\s+|$)`, 'u');

/**
 * Office programs write a bullet as any character of a symbol font, such as `o` or `§`, and a tab. They write a number
 * as `1.`, `a)` or `IV.` and a tab. A digit alone before a tab is a table cell.
 */
const BEFORE_TAB = new RegExp(`^(?:[^\\s\\d]${SIGN}|(?:\\d{1,3}|\\p{L}|[ivxIVX]{1,4})[.)])\\t\\s*`, 'u');

const TICKED = /[☑☒✓✔✅]|\[[xX]/u;

/** `---`, `***`, `•`, `- [ ]`, and horizontal rules such as `* * *`. */
const ONLY_MARKS = new RegExp(
  `^(?:(?:[-•*_=~${BULLETS}${BOXES}]${SIGN})+(?:\\s*${BOX})?|${BOX}|([-*_])(?: \\1){2,})$`,
  'u',
);

/** Bold text of messengers: `*Biedronka*`. If a second star ends the words, the first one is no bullet. */
const BOLD = /^(\*{1,2})([^\s*](?:[^*]*[^\s*])?)\1(?=$|[\s.,:;!?])/u;

/** A dash before a digit is a minus sign: `-18°C`. */
const MINUS = /^-\d/;

const NUMBER = /^(\d{1,4})(\.?\)|\.)(?:\s+|$)/;
/** A number before another digit is an amount: `1.5 l`. */
const LOOSE_NUMBER = /^\d{1,4}(\.?\)|\.)(?![\d)])\s*/;

interface Unmarked {
  readonly text: string;
  /** The marker was a ticked box. */
  readonly isTicked: boolean;
}

const without = (line: string, pattern: RegExp): Unmarked => {
  const [marker = ''] = pattern.exec(line) ?? [];
  return { text: line.slice(marker.length), isTicked: TICKED.test(marker) };
};

interface Numbered {
  readonly value: number;
  readonly style: string;
}

const numberOf = (line: string): Numbered | null => {
  const [, digits, style] = NUMBER.exec(line) ?? [];
  return digits !== undefined && style !== undefined ? { value: Number(digits), style } : null;
};

const follows = (before: Numbered | undefined, after: Numbered | undefined): boolean =>
  before !== undefined && after !== undefined && after.value === before.value + 1 && after.style === before.style;

/** The lines whose numbers are markers, because a neighbouring numbered line has the previous or next number. */
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

/** If every line has a number in the same style, all are markers, whatever their values. No space need follow them. */
const isAllNumbered = (lines: readonly string[]): boolean => {
  const styles = lines.map((line) => LOOSE_NUMBER.exec(line)?.[1]);
  return lines.length > 1 && styles[0] !== undefined && styles.every((style) => style === styles[0]);
};

const startsWithDash = (line: string | undefined): boolean => line === undefined || line.startsWith('-');

/** Whether the dash before a digit is a minus sign. Between lines that begin with a dash, it is a bullet like theirs. */
const isMinus = (lines: readonly string[], index: number): boolean =>
  MINUS.test(lines[index] ?? '') &&
  !(lines.length > 1 && startsWithDash(lines[index - 1]) && startsWithDash(lines[index + 1]));

const unmarkedLine = (line: string): Unmarked => {
  const bold = BOLD.exec(line);
  if (bold) return { text: (bold[2] ?? '') + line.slice(bold[0].length), isTicked: false };
  const pattern = [SPECIFIED, OTHER, BEFORE_TAB].find((marker) => marker.test(line));
  return pattern ? without(line, pattern) : { text: line, isTicked: false };
};

/** The lines without their markers. Lines of markers only are left out. Expects trimmed lines. */
export const withoutMarkers = (all: readonly string[]): Unmarked[] => {
  const lines = all.filter((line) => !ONLY_MARKS.test(line));
  if (isAllNumbered(lines)) return lines.map((line) => without(line, LOOSE_NUMBER));
  const counting = countingLines(lines);
  return lines.map((line, index) => {
    if (counting.has(index)) return without(line, NUMBER);
    return isMinus(lines, index) ? { text: line, isTicked: false } : unmarkedLine(line);
  });
};
