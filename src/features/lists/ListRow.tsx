import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
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
import { Card } from '../../ui/Card';
import { CountBadge } from '../../ui/CountBadge';
import { MoreVertOutlined } from '../../ui/icons/MoreVertOutlined';
import { ListTile } from '../../ui/ListTile';
import { SkeletonLine } from '../../ui/Skeletons';
import { skipOffscreen } from '../../ui/skipOffscreen';
import { RADIUS } from '../../ui/tokens';
import { type PressPlace, useLongPress } from '../../ui/useLongPress';
import { paths } from '../paths';
import { useOnceTrue } from '../useOnceTrue';
import { rowLinkId } from './useReturnToRow';

const Row = styled('li')(skipOffscreen('90px'));

/** New: the list was just created. Open: the list is open in the other pane. */
type RowHighlight = 'plain' | 'new' | 'open';

const RowCard = styled(Card, { shouldForwardProp: (prop) => prop !== 'highlight' })<{ highlight: RowHighlight }>(
  ({ theme, highlight }) => ({
    display: 'flex',
    alignItems: 'center',
    minHeight: 74,
    paddingInlineEnd: 4,
    transition: 'background-color 300ms',
    // iOS would show its own menu over ours.
    WebkitTouchCallout: 'none',
    userSelect: 'none',
    ...(highlight === 'open' && { borderColor: theme.vars.palette.primary.main }),
    // Paler than the count badge, so that the badge stays visible.
    ...(highlight !== 'plain' && {
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.badge} 50%, ${theme.vars.palette.surface})`,
    }),
  }),
);

const RowLink = styled('a')({
  display: 'flex',
  flex: 1,
  minWidth: 0,
  alignItems: 'center',
  gap: 12,
  padding: 12,
  borderRadius: RADIUS.card,
  color: 'inherit',
  textDecoration: 'none',
  '&:focus-visible': { outlineOffset: -2 },
});

const Words = styled('span')({ display: 'block', flex: 1, minWidth: 0 });
// With very large text the count wraps below the name. The number of people wraps before the name is cut.
const Title = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, minWidth: 0 });
const Name = styled('span')(({ theme }) => ({
  ...theme.typography.subtitle1,
  flex: '1 1 5rem',
  maxWidth: 'max-content',
  // Space for the last letter of italic text.
  paddingInlineEnd: 2,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}));
const Preview = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}));

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
    <IconButton aria-label={label} aria-haspopup="dialog" onClick={(event) => onOpen(listId, event.currentTarget)}>
      <MoreVertOutlined />
    </IconButton>
  );
});

/**
 * One list as a card. The card is a link, and its menu button is the link's sibling. It is a plain link: the router's
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
  const ownName = list.name.trim();
  const name = ownName || t('list.fallbackName');
  const preview = found || (isEmpty ? t('lists.empty') : description);
  const people = members > 1 ? t('lists.people', { count: members }) : '';
  const facts = isKnown ? [t('lists.badgeLabel', { done, total }), people, preview] : [t('list.loading')];
  const label = [name, ...facts].filter((part) => part !== '').join(', ');
  return (
    <Row>
      <RowCard highlight={highlight} {...press}>
        <RowLink
          ref={link}
          id={rowLinkId(listId)}
          href={hrefOf(paths.list(listId))}
          aria-label={label}
          aria-current={highlight === 'open' ? 'page' : undefined}
          draggable={false}
          onClick={open}
        >
          <ListTile name={list.icon} />
          <Words>
            <Title>
              <Title>
                <Name dir="auto" style={{ fontStyle: ownName ? 'normal' : 'italic' }}>
                  {name}
                </Name>
                {isKnown && <CountBadge done={done} total={total} />}
              </Title>
              {members > 1 && <Preview>{people}</Preview>}
            </Title>
            {isKnown ? (
              <Preview dir="auto" style={{ fontStyle: isEmpty ? 'italic' : 'normal' }}>
                {preview}
              </Preview>
            ) : (
              <SkeletonLine />
            )}
          </Words>
        </RowLink>
        <MenuButton listId={listId} label={t('lists.more', { name })} onOpen={onOpenMenu} />
      </RowCard>
    </Row>
  );
});
