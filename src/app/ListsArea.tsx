import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../features/lazyPart';
import { useOpenListId } from '../features/openList';
import type { AppThunk } from '../store/state/appStore';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';
import { selectListIds } from '../store/view/viewSelectors';
import { EmptyState } from '../ui/EmptyState';
import { ListIcon } from '../ui/ListIcon';
import { Panes } from '../ui/Panes';
import { ListSkeleton, ListsSkeleton } from './PageSkeleton';
import { SessionLoading } from './SessionLoading';

/** Nobody prints in the first second. */
const PrintedPage = lazyPart(async () => (await import('./PrintedPage')).PrintedPage);

interface ListsAreaProps {
  readonly lists: ReactNode;
  readonly list: ReactNode;
}

/** The layout of Lists and the open list. */
function Layout({ lists, list }: ListsAreaProps) {
  const { t } = useTranslation();
  const isListOpen = useOpenListId() !== null;
  const hasLists = useAppSelector((state) => selectListIds(state).length > 0);
  return (
    <Panes
      overview={lists}
      overviewLabel={t('lists.title')}
      detail={isListOpen ? list : null}
      invitation={
        <main>
          <EmptyState picture={<ListIcon name="hibiscus" size={72} />} text={hasLists ? t('lists.invitation') : ''} />
        </main>
      }
    />
  );
}

/** Keeps the event stream open until the returned function is called. */
const holdStream =
  (): AppThunk<() => void> =>
  (_dispatch, _getState, { session }) =>
    session.holdStream();

const lists = <ListsSkeleton />;
const list = <ListSkeleton />;

/**
 * The content of `/lists` and `/lists/{id}`. Both pages share one event stream. A page whose code is still loading
 * shows a skeleton.
 */
export function ListsArea(pages: ListsAreaProps) {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(holdStream()), [dispatch]);
  return (
    <>
      <Layout
        lists={<Suspense fallback={lists}>{pages.lists}</Suspense>}
        list={<Suspense fallback={list}>{pages.list}</Suspense>}
      />
      <Suspense>
        <PrintedPage />
      </Suspense>
    </>
  );
}

/** The same layout before the session and the stored data are known. */
export function WaitingLists() {
  return <SessionLoading skeleton={<Layout lists={lists} list={list} />} />;
}
