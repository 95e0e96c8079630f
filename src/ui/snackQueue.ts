import type { Urgency } from './LiveRegions';

export interface Snack {
  readonly text: string;
  readonly actionLabel?: string;
  readonly onAction?: () => void;
  /** A second answer; such a question has no way out but its answers. */
  readonly otherLabel?: string;
  readonly onOther?: () => void;
  /** Null stays until it is answered, and comes back after a passing one. */
  readonly durationMs: number | null;
  /** How screen readers hear it; polite unless told. */
  readonly urgency?: Urgency;
  /** It is said elsewhere too: it takes no offer off the screen, and is only heard then. */
  readonly yields?: boolean;
  /** The action is an undo, which Ctrl/Cmd+Z asks for too. */
  readonly undo?: UndoSeries;
}

/** Undos of one series in a row are one bar: its text counts them, and its button takes all of them back. */
export interface UndoSeries {
  readonly series?: string;
  readonly textOf?: (count: number) => string;
}

/** One bar: the offers of a series that were made in a row, or one message. */
export interface Bar {
  readonly number: number;
  /** The newest last; never empty. */
  readonly parts: readonly [Snack, ...Snack[]];
}

/** All bars that stand, the newest last. One is on screen; the time of the others stands still meanwhile. */
export interface SnackQueue {
  readonly count: number;
  readonly bars: readonly Bar[];
}

export const EMPTY_QUEUE: SnackQueue = { count: 0, bars: [] };

export const newestOf = ({ parts }: Bar): Snack => parts[parts.length - 1] ?? parts[0];

const isPassing = (bar: Bar): boolean => newestOf(bar).durationMs !== null;
const isOffer = (bar: Bar): boolean => newestOf(bar).actionLabel !== undefined;
const isUndo = (bar: Bar): boolean => newestOf(bar).undo !== undefined;

/** What passes comes before what stays until it is answered; of each the newest. */
export const shownOf = ({ bars }: SnackQueue): Bar | undefined => bars.findLast(isPassing) ?? bars.at(-1);

export const textOf = (bar: Bar): string => {
  const { text, undo } = newestOf(bar);
  const count = bar.parts.length;
  return count > 1 && undo?.textOf ? undo.textOf(count) : text;
};

const isSameSeries = (bar: Bar | undefined, { undo }: Snack): bar is Bar =>
  undo?.series !== undefined && bar !== undefined && newestOf(bar).undo?.series === undo.series;

/** Offers queue; a mere message is replaced by whatever comes. */
export const withSnack = (queue: SnackQueue, snack: Snack): SnackQueue => {
  const shown = shownOf(queue);
  if (snack.yields && shown && isPassing(shown) && isOffer(shown)) return queue;
  const count = queue.count + 1;
  const bars = queue.bars.filter((bar) => !isPassing(bar) || isOffer(bar));
  if (!isSameSeries(shown, snack)) return { count, bars: [...bars, { number: count, parts: [snack] }] };
  const together: Bar = { number: count, parts: [...shown.parts, snack] };
  return { count, bars: [...bars.filter((bar) => bar !== shown), together] };
};

export const withoutBar = (queue: SnackQueue, number: number): SnackQueue => ({
  ...queue,
  bars: queue.bars.filter((bar) => bar.number !== number),
});

/** Without a snack wherever it stands; the others of its bar stay. */
export const withoutSnack = (queue: SnackQueue, snack: Snack): SnackQueue => ({
  ...queue,
  bars: queue.bars.flatMap((bar) => {
    const [first, ...others] = bar.parts.filter((part) => part !== snack);
    return first ? [{ ...bar, parts: [first, ...others] as const }] : [];
  }),
});

/** The newest offer to undo, be it on screen or behind another bar. */
export const newestUndo = ({ bars }: SnackQueue): Snack | null => {
  const bar = bars.findLast(isUndo);
  return bar ? newestOf(bar) : null;
};
