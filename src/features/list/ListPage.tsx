import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { asListId, type ListId } from '../../contract/ids';
import { useLiveStream } from '../../store/useLiveStream';
import { PageFrame } from '../../ui/PageFrame';
import { SkeletonRows } from '../../ui/Skeletons';
import { listIdAt } from '../paths';
import { ListHeader } from './ListHeader';
import { ListItems } from './ListItems';
import { useListPresence } from './useListPresence';

interface ListPageProps {
  /** The status line. */
  readonly status: ReactNode;
  readonly onOpenMenu: (listId: ListId, anchor: HTMLElement) => void;
}

function OpenList({ listId, status, onOpenMenu }: ListPageProps & { readonly listId: ListId }) {
  const { t } = useTranslation();
  const presence = useListPresence(listId);
  useLiveStream();
  return (
    <PageFrame header={<ListHeader listId={listId} onOpenMenu={onOpenMenu} />} status={status}>
      {presence === 'shown' ? <ListItems listId={listId} /> : <SkeletonRows count={6} label={t('list.loading')} />}
    </PageFrame>
  );
}

/** An address is anybody's text: what every object has by nature is no list's id. */
const parseListId = (text: string): ListId => asListId(text in Object.prototype ? '' : text);

/** One list, at its own address. */
export function ListPage(props: ListPageProps) {
  const listId = parseListId(listIdAt(useLocation().pathname));
  return <OpenList key={listId} listId={listId} {...props} />;
}
