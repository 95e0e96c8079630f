import { useCallback } from 'react';
import type { ServerAnswer } from '../store/acts/sharingThunks';
import { useAppSelector } from '../store/state/hooks';
import { selectIsOnline } from '../store/state/syncSlice';
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
  const isOnline = useAppSelector(selectIsOnline);
  return useCallback(
    (kind) => {
      const text = t(kind === 'unreachable' && !isOnline ? 'account.offline' : TEXTS[kind]);
      return show({ text, durationMs: SHOWN_MS, isOverDialog: true });
    },
    [show, t, isOnline],
  );
};
