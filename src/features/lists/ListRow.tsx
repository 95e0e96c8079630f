import { type MouseEvent, memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hrefOf } from '../../contract/basePath';
import type { ListId } from '../../contract/ids';
import { vibrateForTouch } from '../../store/acts/vibrateForTouch';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectSummary } from '../../store/view/itemGroups';
import { selectAreItemsKnown } from '../../store/view/listPresence';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { CountBadge } from '../../ui/CountBadge';
import { moreVertPath } from '../../ui/icons/MoreVertOutlined';
import { ListTile } from '../../ui/ListTile';
import { SkeletonLine } from '../../ui/Skeletons';
import { type PressPlace, useLongPress } from '../../ui/useLongPress';
import { paths } from '../paths';
import { useOnceTrue } from '../useOnceTrue';
import { rowLinkId } from './useReturnToRow';

/** New: the list was just created. Open: the list is open in the other pane. */
type RowHighlight = 'plain' | 'new' | 'open';

/** All other clicks are left to the browser: a new tab, a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

interface ListRowProps {
  readonly listId: ListId;
  readonly highlight: RowHighlight;
  /** The items found by the search, shown in place of all items; null without a search. */
  readonly found: string | null;
  readonly onOpenMenu: (listId: ListId, place: PressPlace) => void;
  readonly onOpen: (listId: ListId) => void;
}

interface MenuButtonProps {
  readonly listId: ListId;
  readonly label: string;
  readonly onOpen: ListRowProps['onOpenMenu'];
}

/** `memo`, because a card is drawn again with each key typed in its list. */
const MenuButton = memo(function MenuButton({ listId, label, onOpen }: MenuButtonProps) {
  return (
    <button
      type="button"
      className="more"
      aria-label={label}
      aria-haspopup="dialog"
      onClick={(event) => onOpen(listId, event.currentTarget)}
    >
      <svg viewBox="0 0 24 24" aria-hidden>
        {moreVertPath}
      </svg>
    </button>
  );
});

/**
 * One list as a card, styled by `Cards`. The card is a link, and its menu button is the link's sibling. It is a plain link: the router's
 * link subscribes to the address, and hundreds would redraw with each change.
 */
export const ListRow = memo(function ListRow({ listId, highlight, found, onOpenMenu, onOpen }: ListRowProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const list = useAppSelector((state) => selectList(state, listId));
  const { done, total, isEmpty, description } = useAppSelector((state) => selectSummary(state, listId));
  const members = useAppSelector((state) => selectSharing(state, listId)?.members ?? 1);
  const isKnown = useOnceTrue(useAppSelector((state) => selectAreItemsKnown(state, listId)));
  const link = useRef<HTMLAnchorElement>(null);
  const press = useLongPress(
    // The menu returns the focus to its anchor, so the anchor is the link, which can have the focus.
    (place) => onOpenMenu(listId, place instanceof HTMLElement ? (link.current ?? place) : place),
    () => dispatch(vibrateForTouch()),
  );
  const open = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(listId);
  };
  if (!list) return null;
  const trimmedName = list.name.trim();
  const name = trimmedName || t('list.fallbackName');
  const preview = found || (isEmpty ? t('lists.empty') : description);
  const people = members > 1 ? t('lists.people', { count: members }) : '';
  const facts = isKnown ? [t('lists.badgeLabel', { done, total }), people, preview] : [t('list.loading')];
  const label = [name, ...facts].filter((part) => part !== '').join(', ');
  return (
    <li>
      <div className="card" data-highlight={highlight} {...press}>
        <a
          className="link"
          ref={link}
          id={rowLinkId(listId)}
          href={hrefOf(paths.list(listId))}
          aria-label={label}
          aria-current={highlight === 'open' ? 'page' : undefined}
          draggable={false}
          onClick={open}
        >
          <ListTile name={list.icon} />
          <span className="words">
            <span className="title">
              <span className="title">
                <span className="name" dir="auto" style={{ fontStyle: trimmedName ? 'normal' : 'italic' }}>
                  {name}
                </span>
                {isKnown && <CountBadge done={done} total={total} />}
              </span>
              {members > 1 && <span className="preview">{people}</span>}
            </span>
            {isKnown ? (
              <span className="preview" dir="auto" style={{ fontStyle: isEmpty ? 'italic' : 'normal' }}>
                {preview}
              </span>
            ) : (
              <SkeletonLine />
            )}
          </span>
        </a>
        <MenuButton listId={listId} label={t('lists.more', { name })} onOpen={onOpenMenu} />
      </div>
    </li>
  );
});
