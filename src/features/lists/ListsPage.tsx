import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsRoundRunning } from '../../store/state/loadingSlice';
import { HeaderRow, PageFrame } from '../../ui/PageFrame';
import { useOpenListId } from '../openList';
import { usePageHeading } from '../usePageHeading';
import { ListsContent, type ListsContentProps } from './ListsContent';
import { PullIndicator } from './PullIndicator';
import { useNewListRequest } from './useNewListRequest';
import { usePullToRefresh } from './usePullToRefresh';

interface ListsPageProps extends Omit<ListsContentProps, 'openId' | 'heading'> {
  readonly status: ReactNode;
  readonly errorButton: ReactNode;
  readonly bar: ReactNode;
}

/** The page with all lists. In a wide window it stands beside the open list. */
export function ListsPage({ status, errorButton, bar, onSync, ...content }: ListsPageProps) {
  const { t } = useTranslation();
  const openId = useOpenListId();
  const heading = usePageHeading(t('lists.title'), openId === null ? 'page' : 'beside');
  const isFetching = useAppSelector(selectIsRoundRunning);
  const pulled = usePullToRefresh(heading, onSync);
  useNewListRequest(content.onAddList);
  return (
    <PageFrame
      header={
        <HeaderRow>
          <Typography
            variant="h1"
            component={openId === null ? 'h1' : 'h2'}
            ref={heading}
            tabIndex={-1}
            sx={{ flex: 1, minWidth: 0 }}
          >
            {t('lists.title')}
          </Typography>
          {isFetching && <CircularProgress size={20} aria-label={t('lists.loading')} />}
          {errorButton}
        </HeaderRow>
      }
      status={status}
      bar={bar}
    >
      <PullIndicator progress={pulled} />
      <ListsContent {...content} openId={openId} onSync={onSync} heading={heading} />
    </PageFrame>
  );
}
