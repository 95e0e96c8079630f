import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenListId } from '../features/openList';
import { useLiveStream } from '../store/session/useLiveStream';
import { EmptyState } from '../ui/EmptyState';
import { ListIcon } from '../ui/ListIcon';
import { Panes } from '../ui/Panes';
import { ListSkeleton, ListsSkeleton } from './PageSkeleton';
import { Waiting } from './Waiting';

interface ListsAreaProps {
  readonly lists: ReactNode;
  readonly list: ReactNode;
}

/** Where Lists and the open list stand. */
function Layout({ lists, list }: ListsAreaProps) {
  const { t } = useTranslation();
  const isListOpen = useOpenListId() !== null;
  return (
    <Panes
      overview={lists}
      overviewLabel={t('lists.title')}
      detail={isListOpen ? list : null}
      invitation={
        <main>
          <EmptyState picture={<ListIcon name="hibiscus" size={72} />} text={t('lists.invitation')} />
        </main>
      }
    />
  );
}

const lists = <ListsSkeleton />;
const list = <ListSkeleton />;

/** What `/lists` and `/lists/{id}` show. Both pages together hold one event stream; one whose code is on its way shows its shapes. */
export function ListsArea(pages: ListsAreaProps) {
  useLiveStream();
  return (
    <Layout
      lists={<Suspense fallback={lists}>{pages.lists}</Suspense>}
      list={<Suspense fallback={list}>{pages.list}</Suspense>}
    />
  );
}

/** The same before it is known who is signed in and what they have stored. */
export function WaitingLists() {
  return <Waiting skeleton={<Layout lists={lists} list={list} />} />;
}
