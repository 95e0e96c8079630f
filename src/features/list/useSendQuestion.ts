import { useMemo, useState } from 'react';
import type { SendKind } from '../../store/acts/moveThunks';

/** Whether it is asked to which list the selected rows go, and what for. */
export interface SendQuestion {
  readonly isAsked: boolean;
  /** Stays while its sheet leaves. */
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
