import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useAnnounce } from './LiveRegions';
import { SnackBar } from './SnackBar';
import {
  type Bar,
  EMPTY_QUEUE,
  newestOf,
  newestUndo,
  type Snack,
  type SnackQueue,
  shortTextOf,
  shownOf,
  stateOf,
  textOf,
  withoutBar,
  withoutSnack,
  withSnack,
} from './snackQueue';

export interface SnackBarPort {
  /**
   * Shows a message. Messages with an action stay until their time ends; others are replaced by the next message.
   * @returns removes the message if it is still there
   */
  show(snack: Snack): () => void;
  /** Removes all messages with a duration, for example when the session ends. */
  hide(): void;
  /** Says which page is on screen. The messages of other pages are hidden. */
  goTo(page: string): void;
  /** The number of messages so far. */
  count(): number;
  /**
   * Returns what undoes the newest action that has an undo on this page; null when there is none.
   * @param since only actions after this many messages count
   */
  undoOf(since?: number): (() => void) | null;
}

const SnackBarContext = createContext<SnackBarPort | null>(null);

/** The returned port stays the same during the life of the app. */
export const useSnackBar = (): SnackBarPort => {
  const port = useContext(SnackBarContext);
  if (!port) throw new Error('SnackBars missing');
  return port;
};

interface SnackBarsProps {
  /** The name of the landmark. */
  readonly label: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** Shows one message at a time; the others wait behind it. Needs `LiveRegions` around it. */
export function SnackBars({ label, closeLabel, children }: SnackBarsProps) {
  const announce = useAnnounce();
  const [queue, setQueue] = useState(EMPTY_QUEUE);
  /** The newest queue. State updates lag behind when several calls come before the next render. */
  const latest = useRef(queue);
  const change = useCallback((next: SnackQueue): void => {
    latest.current = next;
    setQueue(next);
  }, []);
  const port = useMemo<SnackBarPort>(
    () => ({
      show: (snack) => {
        const next = withSnack(latest.current, snack);
        const shown = shownOf(next);
        const isTold = shown !== undefined && newestOf(shown) === snack;
        change(next);
        announce(isTold ? textOf(shown) : snack.text, snack.urgency);
        return () => change(withoutSnack(latest.current, snack));
      },
      hide: () =>
        change({ ...latest.current, bars: latest.current.bars.filter((bar) => newestOf(bar).durationMs === null) }),
      goTo: (page) => change({ ...latest.current, page }),
      count: () => latest.current.count,
      undoOf: (since = 0) => {
        const snack = newestUndo(latest.current, since);
        if (!snack) return null;
        return () => {
          change(withoutSnack(latest.current, snack));
          snack.onAction?.();
        };
      },
    }),
    [announce, change],
  );
  const close = (bar: Bar): void => change(withoutBar(latest.current, bar.number));
  const answer = (bar: Bar, how: 'onAction' | 'onOther'): void => {
    close(bar);
    for (const part of [...bar.parts].reverse()) part[how]?.();
  };
  return (
    <SnackBarContext value={port}>
      {children}
      {queue.bars.map((bar) => {
        const { actionLabel, otherLabel, durationMs, isOverDialog = false } = newestOf(bar);
        return (
          <SnackBar
            key={bar.number}
            state={stateOf(queue, bar)}
            text={shortTextOf(bar)}
            actionLabel={actionLabel}
            otherLabel={otherLabel}
            isOverDialog={isOverDialog}
            durationMs={durationMs}
            label={label}
            closeLabel={closeLabel}
            onAction={() => answer(bar, 'onAction')}
            onOther={() => answer(bar, 'onOther')}
            onClose={() => close(bar)}
          />
        );
      })}
    </SnackBarContext>
  );
}
