import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessageKey } from '../features/errors/errorMessageKeys';
import { useAppSelector } from '../store/state/hooks';
import { selectIsUserUnknown, selectSessionPhase } from '../store/state/sessionSlice';
import { selectFirstErrorEntry } from '../store/view/firstError';
import { EmptyState } from '../ui/EmptyState';
import { ListIcon } from '../ui/ListIcon';
import { HeaderRow, PageFrame } from '../ui/PageFrame';
import { RetryButton } from './RetryButton';

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
  const error = useAppSelector(selectFirstErrorEntry);
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
