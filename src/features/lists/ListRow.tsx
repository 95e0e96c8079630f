import type { TFunction } from 'i18next';
import { type MouseEvent, memo, useCallback, useRef } from 'react';
import { hrefOf } from '../../contract/basePath';
import type { ListId } from '../../contract/ids';
import { vibrateForTouch } from '../../store/acts/vibrateForTouch';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectSummary } from '../../store/view/itemGroups';
import { selectAreItemsKnown } from '../../store/view/listPresence';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import type { SheetAnchor } from '../../ui/ActionSheet';
import { useLongPress } from '../../ui/useLongPress';
import { isPlainClick } from '../openList';
import { paths } from '../paths';
import { useOnceTrue } from '../useOnceTrue';
import { cardTexts } from './cardTexts';
import { type CardHighlight, ListCard } from './ListCard';
import { rowLinkId } from './useReturnToRow';

interface ListRowProps {
  /** From the parent: a hook for texts in each of 500 cards would be felt. */
  readonly t: TFunction;
  readonly listId: ListId;
  readonly highlight: CardHighlight;
  /** The items found by the search, shown in place of all items; null without a search. */
  readonly found: string | null;
  readonly onOpenMenu: (listId: ListId, anchor: SheetAnchor) => void;
  readonly onOpen: (listId: ListId) => void;
}

/**
 * The card of one list. It is a plain link: the router's link subscribes to the address, and hundreds would redraw with
 * each change.
 */
export const ListRow = memo(function ListRow({ t, listId, highlight, found, onOpenMenu, onOpen }: ListRowProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector((state) => selectList(state, listId));
  const summary = useAppSelector((state) => selectSummary(state, listId));
  const members = useAppSelector((state) => selectSharing(state, listId)?.members ?? 1);
  const isKnown = useOnceTrue(useAppSelector((state) => selectAreItemsKnown(state, listId)));
  const link = useRef<HTMLAnchorElement>(null);
  const press = useLongPress(
    // The menu returns the focus to its anchor, so the anchor is the link, which can have the focus.
    (place) => onOpenMenu(listId, place instanceof HTMLElement ? (link.current ?? place) : place),
    () => dispatch(vibrateForTouch()),
  );
  const openMenu = useCallback(
    (event: MouseEvent<HTMLElement>) => onOpenMenu(listId, event.currentTarget),
    [listId, onOpenMenu],
  );
  const open = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(listId);
  };
  if (!list) return null;
  const texts = cardTexts(t, { list, summary, members, found });
  const { name, done, total, people, preview } = texts;
  const facts = isKnown ? [t('lists.badgeLabel', { done, total }), people, preview] : [t('list.loading')];
  // Called, not rendered: one component less for each key that is typed in the list.
  return ListCard({
    texts,
    isKnown,
    highlight,
    press,
    link: {
      ref: link,
      id: rowLinkId(listId),
      href: hrefOf(paths.list(listId)),
      'aria-label': [name, ...facts].filter((part) => part !== '').join(', '),
      'aria-current': highlight === 'open' ? 'page' : undefined,
      onClick: open,
    },
    more: { label: t('lists.more', { name }), onClick: openMenu },
  });
});
