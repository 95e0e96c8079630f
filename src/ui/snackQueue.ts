import type { Urgency } from './LiveRegions';

export interface Snack {
  readonly text: string;
  /** A name in the text. The bar shortens a long one; screen readers get all of it. */
  readonly name?: string;
  readonly actionLabel?: string;
  readonly onAction?: () => void;
  /** A second button. Such a message closes only by its buttons. */
  readonly otherLabel?: string;
  readonly onOther?: () => void;
  /** Null: it stays until it is answered, and reappears after a message with a duration. */
  readonly durationMs: number | null;
  /** How screen readers announce it; polite by default. */
  readonly urgency?: Urgency;
  /** The message answers an action in an open dialog, so it is shown above the dialog. */
  readonly isOverDialog?: boolean;
  /** The same is shown elsewhere. If a message with an action is open, this one is only announced. */
  readonly yields?: boolean;
  /** Set if the action is an undo; Ctrl/Cmd+Z triggers it too. */
  readonly undo?: UndoSeries;
  /** The page it belongs to. On other pages it is hidden, and its time goes on. Absent: it is shown on every page. */
  readonly page?: string;
}

/** Consecutive undos of one series share a bar. Its text counts them, and its button undoes all. */
export interface UndoSeries {
  readonly series?: string;
  /** How many things this one undo is about; 1 if absent. */
  readonly count?: number;
  readonly textOf?: (count: number) => string;
}

/** One bar: consecutive messages of one series, or a single message. */
export interface Bar {
  readonly number: number;
  /** Never empty; the newest is last. */
  readonly parts: readonly [Snack, ...Snack[]];
  /** The number of each part. That of the bar itself stays when its newest part is undone. */
  readonly numbers: readonly number[];
}

/** All open bars, the newest last. At most one is visible. */
export interface SnackQueue {
  readonly count: number;
  readonly bars: readonly Bar[];
  /** The page on screen. */
  readonly page: string;
}

export const EMPTY_QUEUE: SnackQueue = { count: 0, bars: [], page: '' };

export const newestOf = ({ parts }: Bar): Snack => parts[parts.length - 1] ?? parts[0];

const isPassing = (bar: Bar): boolean => newestOf(bar).durationMs !== null;
const isOffer = (bar: Bar): boolean => newestOf(bar).actionLabel !== undefined;
const isUndo = (bar: Bar): boolean => newestOf(bar).undo !== undefined;

const barsHere = ({ bars, page }: SnackQueue): readonly Bar[] =>
  bars.filter((bar) => (newestOf(bar).page ?? page) === page);

/** Messages with a duration come before those without; of each kind the newest. */
export const shownOf = (queue: SnackQueue): Bar | undefined => {
  const bars = barsHere(queue);
  return bars.findLast(isPassing) ?? bars.at(-1);
};

/**
 * - waiting: another message covers it, and its time is paused
 * - elsewhere: it belongs to another page, and its time goes on
 */
export type BarState = 'shown' | 'waiting' | 'elsewhere';

export const stateOf = (queue: SnackQueue, bar: Bar): BarState => {
  if (bar === shownOf(queue)) return 'shown';
  return barsHere(queue).includes(bar) ? 'waiting' : 'elsewhere';
};

export const textOf = (bar: Bar): string => {
  const { text, undo } = newestOf(bar);
  const count = bar.parts.reduce((sum, part) => sum + (part.undo?.count ?? 1), 0);
  return bar.parts.length > 1 && undo?.textOf ? undo.textOf(count) : text;
};

/** A longer name would let the bar cover half of a small screen. */
const LONGEST_NAME = 60;

const shortName = (name: string): string => {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('').trimEnd()}…` : name;
};

/** The text of a bar, with a long name shortened. */
export const shortTextOf = (bar: Bar): string => {
  const { name = '' } = newestOf(bar);
  return textOf(bar).replace(name, () => shortName(name));
};

const isSameSeries = (bar: Bar | undefined, { undo }: Snack): bar is Bar =>
  undo?.series !== undefined && bar !== undefined && newestOf(bar).undo?.series === undo.series;

/** Messages with an action queue up. A message without one is replaced by the next. */
export const withSnack = (queue: SnackQueue, snack: Snack): SnackQueue => {
  const shown = shownOf(queue);
  if (snack.yields && shown && isPassing(shown) && isOffer(shown)) return queue;
  const count = queue.count + 1;
  const bars = queue.bars.filter((bar) => !isPassing(bar) || isOffer(bar));
  if (!isSameSeries(shown, snack))
    return { ...queue, count, bars: [...bars, { number: count, parts: [snack], numbers: [count] }] };
  const together: Bar = { number: count, parts: [...shown.parts, snack], numbers: [...shown.numbers, count] };
  return { ...queue, count, bars: [...bars.filter((bar) => bar !== shown), together] };
};

export const withoutBar = (queue: SnackQueue, number: number): SnackQueue => ({
  ...queue,
  bars: queue.bars.filter((bar) => bar.number !== number),
});

/** Removes one message; the others of its bar stay. */
export const withoutSnack = (queue: SnackQueue, snack: Snack): SnackQueue => ({
  ...queue,
  bars: queue.bars.flatMap((bar) => {
    const [first, ...others] = bar.parts.filter((part) => part !== snack);
    const numbers = bar.numbers.filter((_, at) => bar.parts[at] !== snack);
    return first ? [{ ...bar, parts: [first, ...others] as const, numbers }] : [];
  }),
});

/** The newest message of this page with an undo, visible or waiting, if it came after the first `since` messages. */
export const newestUndo = (queue: SnackQueue, since: number): Snack | null => {
  const bar = barsHere(queue).findLast(isUndo);
  return bar && (bar.numbers.at(-1) ?? 0) > since ? newestOf(bar) : null;
};
