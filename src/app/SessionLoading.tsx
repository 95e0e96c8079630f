import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessageKey } from '../features/errors/errorMessageKeys';
import { identifyUser } from '../store/session/followToken';
import { selectFirstError } from '../store/state/errorsSlice';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';
import { selectIsUserUnknown, selectSessionPhase } from '../store/state/sessionSlice';
import { EmptyState } from '../ui/EmptyState';
import { ListIcon } from '../ui/ListIcon';
import { HeaderRow, PageFrame } from '../ui/PageFrame';

/** A button that asks the server now who is signed in, instead of waiting for the next try. One request at a time. */
function RetryButton() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const isAsking = useRef(false);
  const ask = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    await dispatch(identifyUser()).finally(() => {
      isAsking.current = false;
    });
  };
  return (
    <Button variant="contained" onClick={() => void ask()}>
      {t('sync.now')}
    </Button>
  );
}

interface SessionLoadingProps {
  /** The skeleton of the screen. */
  readonly skeleton: ReactNode;
}

/**
 * Shown until a guarded screen is ready. A skeleton promises content. If the user is unknown or the disk cannot be
 * opened, an error text is shown instead. It offers to ask the server again.
 */
export function SessionLoading({ skeleton }: SessionLoadingProps) {
  const { t } = useTranslation();
  const isOpening = useAppSelector(selectSessionPhase) === 'opening';
  const isUnknown = useAppSelector(selectIsUserUnknown);
  const error = useAppSelector(selectFirstError);
  if (!isOpening || !error || !(isUnknown || error.id === 'storageError')) return skeleton;
  return (
    <PageFrame
      header={
        <HeaderRow>
          <Typography variant="h1">{t('lists.title')}</Typography>
        </HeaderRow>
      }
    >
      <EmptyState picture={<ListIcon name="tomato" size={72} />} text={t(errorMessageKey(error))}>
        {isUnknown && <RetryButton />}
      </EmptyState>
    </PageFrame>
  );
}
