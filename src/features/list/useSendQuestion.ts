import { useMemo, useState } from 'react';
import type { SendKind } from '../../store/acts/moveThunks';

/** The state of the sheet that asks for a target list. */
export interface SendQuestion {
  readonly isAsked: boolean;
  /** Kept while the sheet closes. */
  readonly kind: SendKind;
  ask(kind: SendKind): void;
  close(): void;
}

export const useSendQuestion = (): SendQuestion => {
  const [{ isAsked, kind }, set] = useState<{ isAsked: boolean; kind: SendKind }>({ isAsked: false, kind: 'move' });
  return useMemo(
    () => ({
      isAsked,
      kind,
      ask: (asked) => set({ isAsked: true, kind: asked }),
      close: () => set((before) => ({ ...before, isAsked: false })),
    }),
    [isAsked, kind],
  );
};
