import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectIsOnline } from '../../store/state/syncSlice';
import { selectHasPulled, selectListIds } from '../../store/view/viewSelectors';
import type { SheetAnchor } from '../../ui/ActionSheet';
import { EmptyState } from '../../ui/EmptyState';
import { ListIcon } from '../../ui/ListIcon';
import { SkeletonCards } from '../../ui/Skeletons';
import { lazyPart } from '../lazyPart';
import { useOpenList } from '../openList';
import { Cards } from './Cards';
import { ListRow } from './ListRow';
import { FIELD_PX } from './overviewSizes';
import { useDrawnCount } from './useDrawnCount';
import { useFind } from './useFind';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';
import { type RowMemory, rowTopOf, searchBefore, useReturnToRow } from './useReturnToRow';

const FindField = lazyPart(async () => (await import('./FindField')).FindField);
/** Reserves the height of the search field while its code loads. */
const FieldPlace = styled('div')({ height: FIELD_PX });
const PLACES = 6;
const picture = <ListIcon name="tomato" size={72} />;

export interface ListsContentProps {
  /** The list that is open in the other pane. */
  readonly openId: ListId | null;
  readonly lastRow: RefObject<RowMemory | null>;
  readonly onOpenMenu: (listId: ListId, anchor: SheetAnchor) => void;
  readonly onAddList: () => void;
  /** The forced sync. */
  readonly onSync: () => void;
  /** Drawn after the last row. */
  readonly installCard: ReactNode;
  /** Opens the dialog to join a list by its link. Absent where the provider has no sharing. */
  readonly pasteInvite?: ReactNode;
  /** Of the page. It gets the focus when the last row disappears with it. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** The lists, or the reason why there are none: still loading, offline, failed, or none created. */
export function ListsContent({
  openId,
  lastRow,
  onOpenMenu,
  onAddList,
  onSync,
  installCard,
  pasteInvite,
  heading,
}: ListsContentProps) {
  const { t } = useTranslation();
  const ids = useAppSelector(selectListIds);
  const hasPulled = useAppSelector(selectHasPulled);
  const isOnline = useAppSelector(selectIsOnline);
  const hasFailed = useAppSelector(({ errors }) => errors.some(({ id }) => id === 'syncManagerPullError'));
  const [left] = useState(() => lastRow.current);
  const drawn = useDrawnCount(ids.length, left !== null);
  const highlighted = useReturnToRow(lastRow, openId);
  const openList = useOpenList();
  const [searched] = useState(() => searchBefore(left, ids));
  const { isOffered, found, ...find } = useFind(searched);
  const { text, setText } = find;
  const shown = useMemo(() => (found ? ids.filter((id) => found.has(id)) : ids), [ids, found]);
  useFocusAfterRemoval(shown, heading);
  // A list that opens from elsewhere, such as a new one, ends a search that does not show it.
  const [lastOpen, setLastOpen] = useState(openId);
  if (openId !== lastOpen) {
    setLastOpen(openId);
    if (openId !== null && found?.has(openId) === false) setText('');
  }
  // The rows get one function for all keys of a search, so that a key does not draw all of them.
  const search = useRef(text);
  useEffect(() => {
    search.current = text;
  }, [text]);
  const open = useCallback(
    (listId: ListId) => {
      const { scrollY } = window;
      lastRow.current = { listId, scrollY, rowTop: rowTopOf(listId), search: search.current };
      openList(listId);
    },
    [lastRow, openList],
  );
  if (ids.length > 0)
    return (
      <>
        {isOffered && (
          <Suspense fallback={<FieldPlace />}>
            <FindField {...find} found={found} onOpen={open} />
          </Suspense>
        )}
        {found?.size === 0 && <EmptyState text={t('find.none')} />}
        <Cards>
          {shown.slice(0, drawn).map((id) => (
            <ListRow
              key={id}
              t={t}
              listId={id}
              highlight={id === highlighted ? 'new' : id === openId ? 'open' : 'plain'}
              found={found?.get(id)?.join(', ') ?? null}
              onOpenMenu={onOpenMenu}
              onOpen={open}
            />
          ))}
        </Cards>
        {!found && pasteInvite}
        {!found && installCard}
      </>
    );
  // Placeholders promise that rows will come. After a failure that is not known.
  if (!hasPulled && isOnline && hasFailed)
    return (
      <EmptyState picture={picture} text={t('errors.pull')}>
        <Button variant="contained" onClick={onSync}>
          {t('sync.now')}
        </Button>
      </EmptyState>
    );
  if (!hasPulled && isOnline) return <SkeletonCards count={PLACES} label={t('lists.loading')} />;
  return (
    <EmptyState picture={picture} text={t(hasPulled ? 'lists.none' : 'errors.offline')}>
      <Button variant="contained" onClick={onAddList}>
        {t('tabs.addListTitle')}
      </Button>
      {pasteInvite}
    </EmptyState>
  );
}
