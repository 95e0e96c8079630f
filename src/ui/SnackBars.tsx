import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { type Urgency, useAnnounce } from './LiveRegions';
import { SnackBar } from './SnackBar';

export interface Snack {
  readonly text: string;
  readonly actionLabel?: string;
  readonly onAction?: () => void;
  /** Null stays until it is answered, and comes back after a passing one. */
  readonly durationMs: number | null;
  /** How screen readers hear it; polite unless told. */
  readonly urgency?: Urgency;
  /** It is said elsewhere too: it takes no offer off the screen, and is only heard then. */
  readonly yields?: boolean;
}

export interface SnackBarPort {
  /** Shows a message in place of the one on screen. */
  show(snack: Snack): void;
  /** Takes the passing message away, as when what it offers is done by other means. */
  hide(): void;
}

const SnackBarContext = createContext<SnackBarPort | null>(null);

/** The port stays the same for the life of the app. */
export const useSnackBar = (): SnackBarPort => {
  const port = useContext(SnackBarContext);
  if (!port) throw new Error('useSnackBar needs SnackBars around it');
  return port;
};

type Numbered = Snack & { readonly number: number };
interface Shown {
  readonly count: number;
  readonly standing: Numbered | null;
  readonly passing: Numbered | null;
}

const NOTHING: Shown = { count: 0, standing: null, passing: null };

const added = (shown: Shown, snack: Snack): Shown => {
  if (snack.yields && shown.passing?.actionLabel !== undefined) return shown;
  const count = shown.count + 1;
  const numbered = { ...snack, number: count };
  return { ...shown, count, ...(snack.durationMs === null ? { standing: numbered } : { passing: numbered }) };
};

const without = (shown: Shown, { number }: Numbered): Shown => ({
  ...shown,
  standing: shown.standing?.number === number ? null : shown.standing,
  passing: shown.passing?.number === number ? null : shown.passing,
});

interface SnackBarsProps {
  /** The name of the message's landmark. */
  readonly label: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** Room for one message: a newer one replaces it, and one without an end waits behind. Needs `LiveRegions` around it. */
export function SnackBars({ label, closeLabel, children }: SnackBarsProps) {
  const announce = useAnnounce();
  const [shown, setShown] = useState(NOTHING);
  const show = useCallback(
    (snack: Snack) => {
      setShown((before) => added(before, snack));
      announce(snack.text, snack.urgency);
    },
    [announce],
  );
  const hide = useCallback(() => setShown((before) => ({ ...before, passing: null })), []);
  const port = useMemo<SnackBarPort>(() => ({ show, hide }), [show, hide]);
  const snack = shown.passing ?? shown.standing;
  return (
    <SnackBarContext value={port}>
      {children}
      {snack && (
        <SnackBar
          key={snack.number}
          text={snack.text}
          actionLabel={snack.actionLabel}
          durationMs={snack.durationMs}
          label={label}
          closeLabel={closeLabel}
          onAction={() => {
            setShown((before) => without(before, snack));
            snack.onAction?.();
          }}
          onClose={() => setShown((before) => without(before, snack))}
        />
      )}
    </SnackBarContext>
  );
}
