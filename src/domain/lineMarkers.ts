/**
 * What programs put before a line of a list: bullets, boxes, numbers. A line loses such a marker once, together with the white
 * space after it; what only looks like one stays. A sign may be followed by the character that chooses its picture (U+FE0E, U+FE0F).
 */

const SIGN = '[\\uFE0E\\uFE0F]?';
const BOX = `\\[[\\sxX✓✔]?${SIGN}\\]`;
const BULLETS = '◦▪‣⁃·–—∙●○■□▫◆◇▶►➢➤\\uF0B7';
const BOXES = '☐☑☒✓✔✅🔲⬜';

/** `-`, `•`, `*`, alone or with a box, with or without a space after. */
const SPECIFIED = new RegExp(`^[-•*]${SIGN}\\s*(?:${BOX})?\\s*`, 'u');

/** Without white space after them they are part of the text. */
const OTHER = new RegExp(`^(?:[${BULLETS}${BOXES}]${SIGN}|${BOX})(?:\\s+|$)`, 'u');

/** Office programs write a bullet as any character of a picture font, and a tab: `o`, `§`. A digit is the cell of a table. */
const BEFORE_TAB = new RegExp(`^[^\\s\\d]${SIGN}\\t\\s*`, 'u');

const TICKED = /[☑☒✓✔✅]|\[[xX]/u;

/** `---`, `***`, `•`, `- [ ]`, and the rulers that pages become: `* * *`. */
const ONLY_MARKS = new RegExp(
  `^(?:(?:[-•*_=~${BULLETS}${BOXES}]${SIGN})+(?:\\s*${BOX})?|${BOX}|([-*_])(?: \\1){2,})$`,
  'u',
);

/** `*Biedronka*`: how messengers write bold. The first star is no bullet where a second one ends the words. */
const BOLD = /^(\*{1,2})([^\s*](?:[^*]*[^\s*])?)\1(?=$|[\s.,:;!?])/u;

/** A dash before a digit is a minus sign: `-18°C`. */
const MINUS = /^-\d/;

const NUMBER = /^(\d{1,4})([.)])(?:\s+|$)/;
/** A digit after it makes it a measure: `1.5 l`. */
const LOOSE_NUMBER = /^\d{1,4}([.)])(?!\d)\s*/;

interface Unmarked {
  readonly text: string;
  /** The marker was a box with a tick in it. */
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

/** Every line has a number, all in one style: then it counts, whatever the numbers and whether or not a space follows. */
const isAllNumbered = (lines: readonly string[]): boolean => {
  const styles = lines.map((line) => LOOSE_NUMBER.exec(line)?.[1]);
  return lines.length > 1 && styles[0] !== undefined && styles.every((style) => style === styles[0]);
};

const startsWithDash = (line: string | undefined): boolean => line === undefined || line.startsWith('-');

/** Among lines that begin with a dash, a dash before a digit is one like theirs. */
const isMinus = (lines: readonly string[], index: number): boolean =>
  MINUS.test(lines[index] ?? '') &&
  !(lines.length > 1 && startsWithDash(lines[index - 1]) && startsWithDash(lines[index + 1]));

const unmarkedLine = (line: string): Unmarked => {
  const bold = BOLD.exec(line);
  if (bold) return { text: (bold[2] ?? '') + line.slice(bold[0].length), isTicked: false };
  const pattern = [SPECIFIED, OTHER, BEFORE_TAB].find((marker) => marker.test(line));
  return pattern ? without(line, pattern) : { text: line, isTicked: false };
};

/** Trimmed lines without their markers; those that are nothing but marks are left out. */
export const withoutMarkers = (all: readonly string[]): Unmarked[] => {
  const lines = all.filter((line) => !ONLY_MARKS.test(line));
  if (isAllNumbered(lines)) return lines.map((line) => without(line, LOOSE_NUMBER));
  const counting = countingLines(lines);
  return lines.map((line, index) => {
    if (counting.has(index)) return without(line, NUMBER);
    return isMinus(lines, index) ? { text: line, isTicked: false } : unmarkedLine(line);
  });
};
