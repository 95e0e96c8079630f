import { useCallback } from 'react';
import type { ServerAnswer } from '../store/acts/sharingThunks';
import { useSnackBar } from '../ui/SnackBars';
import { useLazyTexts } from './useLazyTexts';

const SHOWN_MS = 6000;

const TEXTS = {
  gone: 'sharing.gone',
  refused: 'sharing.refused',
  demo: 'account.demo',
  unreachable: 'sharing.unreachable',
} as const;

/** Says why a request about a shared list failed. The returned function removes the message. */
export const useSharingErrors = (): ((kind: Exclude<ServerAnswer<never>['kind'], 'ok'>) => () => void) => {
  const { t } = useLazyTexts();
  const { show } = useSnackBar();
  return useCallback((kind) => show({ text: t(TEXTS[kind]), durationMs: SHOWN_MS, isOverDialog: true }), [show, t]);
};
