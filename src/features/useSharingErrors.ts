import { useCallback } from 'react';
import type { ServerAnswer } from '../store/acts/sharingThunks';
import type { AppThunk } from '../store/state/appStore';
import { useAppDispatch } from '../store/state/hooks';
import { selectIsOnline } from '../store/state/syncSlice';
import { useLazyTexts } from './useLazyTexts';
import { useOwnMessages } from './useOwnMessages';

const SHOWN_MS = 6000;

const TEXTS = {
  gone: 'sharing.gone',
  refused: 'sharing.refused',
  demo: 'account.demo',
  full: 'sharing.full',
  unreachable: 'sharing.unreachable',
} as const;

/** Whether there is a network now, after the request, and not when its button was pressed. */
const isOnline = (): AppThunk<boolean> => (_dispatch, getState) => selectIsOnline(getState());

/** Says why a request about a shared list failed. The returned function removes the message. */
export const useSharingErrors = (): ((kind: Exclude<ServerAnswer<never>['kind'], 'ok'>) => () => void) => {
  const { t } = useLazyTexts();
  const { show } = useOwnMessages();
  const dispatch = useAppDispatch();
  return useCallback(
    (kind) => {
      const isOffline = kind === 'unreachable' && !dispatch(isOnline());
      return show({ text: t(isOffline ? 'account.offline' : TEXTS[kind]), durationMs: SHOWN_MS, isOverDialog: true });
    },
    [dispatch, show, t],
  );
};
