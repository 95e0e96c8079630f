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
  shownOf,
  textOf,
  withoutBar,
  withoutSnack,
  withSnack,
} from './snackQueue';

export interface SnackBarPort {
  /**
   * Shows a message over those that stand. An offer stands until its time is over, a mere message until the next.
   * @returns takes it away, where it still stands
   */
  show(snack: Snack): () => void;
  /** Takes the passing ones away, as when what they offer is over. */
  hide(): void;
  /** Takes back the newest act that can be undone; false when there is none. */
  undo(): boolean;
}

const SnackBarContext = createContext<SnackBarPort | null>(null);

/** The port stays the same for the life of the app. */
export const useSnackBar = (): SnackBarPort => {
  const port = useContext(SnackBarContext);
  if (!port) throw new Error('useSnackBar needs SnackBars around it');
  return port;
};

interface SnackBarsProps {
  /** The name of the message's landmark. */
  readonly label: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** Room for one message at a time; the others wait behind it. Needs `LiveRegions` around it. */
export function SnackBars({ label, closeLabel, children }: SnackBarsProps) {
  const announce = useAnnounce();
  const [queue, setQueue] = useState(EMPTY_QUEUE);
  /** What was shown or taken away in this very turn counts for the next: keys come faster than frames. */
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
      undo: () => {
        const snack = newestUndo(latest.current);
        if (!snack) return false;
        change(withoutSnack(latest.current, snack));
        snack.onAction?.();
        return true;
      },
    }),
    [announce, change],
  );
  const close = (bar: Bar): void => change(withoutBar(latest.current, bar.number));
  const answer = (bar: Bar, how: 'onAction' | 'onOther'): void => {
    close(bar);
    for (const part of [...bar.parts].reverse()) part[how]?.();
  };
  const shown = shownOf(queue);
  return (
    <SnackBarContext value={port}>
      {children}
      {queue.bars.map((bar) => {
        const { actionLabel, otherLabel, durationMs } = newestOf(bar);
        return (
          <SnackBar
            key={bar.number}
            isShown={bar === shown}
            text={textOf(bar)}
            actionLabel={actionLabel}
            otherLabel={otherLabel}
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
