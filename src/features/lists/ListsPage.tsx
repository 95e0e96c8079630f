import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store/hooks';
import { selectIsLoading } from '../../store/loadingSlice';
import { useLiveStream } from '../../store/useLiveStream';
import { HeaderRow, PageFrame } from '../../ui/PageFrame';
import { usePageHeading } from '../usePageHeading';
import { ListsContent, type ListsContentProps } from './ListsContent';
import { PullMark } from './PullMark';
import { useNewListRequest } from './useNewListRequest';
import { usePullToRefresh } from './usePullToRefresh';

interface ListsPageProps extends ListsContentProps {
  readonly status: ReactNode;
  readonly errorButton: ReactNode;
  readonly bar: ReactNode;
}

/** The overview of all lists. Its presence holds the event stream. */
export function ListsPage({ status, errorButton, bar, onSync, ...content }: ListsPageProps) {
  const { t } = useTranslation();
  const heading = usePageHeading(t('lists.title'));
  const isFetching = useAppSelector((state) => selectIsLoading(state, 'fetchLists'));
  const pulled = usePullToRefresh(onSync);
  useLiveStream();
  useNewListRequest(content.onAddList);
  return (
    <PageFrame
      header={
        <HeaderRow>
          <Typography variant="h1" ref={heading} tabIndex={-1} sx={{ flex: 1, minWidth: 0 }}>
            {t('lists.title')}
          </Typography>
          {isFetching && <CircularProgress size={20} aria-label={t('lists.loading')} />}
          {errorButton}
        </HeaderRow>
      }
      status={status}
      bar={bar}
    >
      <PullMark progress={pulled} />
      <ListsContent {...content} onSync={onSync} heading={() => heading.current} />
    </PageFrame>
  );
}
