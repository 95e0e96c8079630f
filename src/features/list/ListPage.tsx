import type { ReactNode } from 'react';
import type { ListId } from '../../contract/ids';
import { PageFrame } from '../../ui/PageFrame';
import { SkeletonRows } from '../../ui/Skeletons';
import { useOpenListId } from '../openList';
import { useLazyTexts } from '../useLazyTexts';
import { ListHeader } from './ListHeader';
import { ListItems } from './ListItems';
import { useListPresence } from './useListPresence';

interface ListPageProps {
  /** The status line. */
  readonly status: ReactNode;
  readonly onOpenMenu: (listId: ListId, anchor: HTMLElement) => void;
}

function OpenList({ listId, status, onOpenMenu }: ListPageProps & { readonly listId: ListId }) {
  // Also for everything in this page.
  const { t } = useLazyTexts();
  const presence = useListPresence(listId);
  return (
    <PageFrame header={<ListHeader listId={listId} onOpenMenu={onOpenMenu} />} status={status}>
      {presence === 'shown' ? <ListItems listId={listId} /> : <SkeletonRows count={6} label={t('list.loading')} />}
    </PageFrame>
  );
}

/** The page of one list. */
export function ListPage(props: ListPageProps) {
  const listId = useOpenListId();
  return listId !== null && <OpenList key={listId} listId={listId} {...props} />;
}
