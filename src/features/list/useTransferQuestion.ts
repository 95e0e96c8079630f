import { useState } from 'react';
import type { TransferKind } from '../../store/acts/moveThunks';

/** Kept while the sheet closes. */
interface Asked {
  readonly kind: TransferKind;
  /** The pressed button. In a wide window the sheet opens at it. */
  readonly anchor: HTMLElement | null;
}

/** The state of the sheet that asks for a target list. */
export interface TransferQuestion extends Asked {
  readonly isAsked: boolean;
  ask(kind: TransferKind, anchor: HTMLElement): void;
  close(): void;
}

/** @param isSelecting when the last selected row is gone, removed by another device for example, nothing is asked any more */
export const useTransferQuestion = (isSelecting: boolean): TransferQuestion => {
  const [isAsked, setAsked] = useState(false);
  if (isAsked && !isSelecting) setAsked(false);
  const [last, setLast] = useState<Asked>({ kind: 'move', anchor: null });
  return {
    ...last,
    isAsked,
    ask: (kind, anchor) => {
      setAsked(true);
      setLast({ kind, anchor });
    },
    close: () => setAsked(false),
  };
};
