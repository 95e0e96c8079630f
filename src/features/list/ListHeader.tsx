import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemGroups } from '../../store/view/itemGroups';
import { selectAreItemsKnown } from '../../store/view/listPresence';
import { selectList } from '../../store/view/viewSelectors';
import { BackButton, OUTDENT_PX } from '../../ui/BackButton';
import { CountBadge } from '../../ui/CountBadge';
import { MoreVertOutlined } from '../../ui/icons/MoreVertOutlined';
import { SendOutlined } from '../../ui/icons/SendOutlined';
import { ListIcon } from '../../ui/ListIcon';
import { HeaderRow } from '../../ui/PageFrame';
import { VisuallyHidden } from '../../ui/VisuallyHidden';
import { listName } from '../listName';
import { useBackToLists } from '../openList';
import { useOnceTrue } from '../useOnceTrue';
import { usePageHeading } from '../usePageHeading';
import { useSendList } from './useSendList';

/** Below this width the name gets a line of its own. The unit is rem, so large text counts too. */
const NARROW = '@container (width < 20rem)';

/**
 * Below this width a long name gets a line of its own. On a phone it would be a narrow column beside the buttons, with
 * many lines.
 */
const PHONE = '@container (width < 30rem)';
const LONG_NAME = 30;

/** The line is there before the name is, so that nothing moves when it comes. */
const OWN_LINE = { flexWrap: 'wrap', '& > h1': { order: 1, flexBasis: '100%', minHeight: '1lh' } } as const;

const Room = styled('div')({ containerType: 'inline-size' });

const Row = styled(HeaderRow)({ [NARROW]: OWN_LINE, '&[data-long]': { [PHONE]: OWN_LINE } });

/** The gap of `HeaderRow`. Two neighbouring icon buttons need none, because their icons have space around them. */
const GAP_PX = 8;

/** Extra space for the last letter of italic text, which leans out of its box. */
const LEAN = '0.2em';

const Title = styled(Typography)({
  // Only as wide as the name, so that the badge follows it.
  flex: '0 1 auto',
  minWidth: 0,
  overflowWrap: 'anywhere',
  '&[data-unnamed]': { paddingInlineEnd: LEAN, fontStyle: 'italic' },
  // The header stays on the screen, so it must leave room for the items. The dialog `Edytuj` shows all of the name.
  '@media screen': { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 6, overflow: 'hidden' },
}) as typeof Typography;

/** How many items are bought, once that is known. A part of its own, so that a tick does not draw the whole header again. */
function BoughtCount({ listId }: { readonly listId: ListId }) {
  const { t } = useTranslation();
  // The groups keep their identity while a person types; a summary would not.
  const { open, done } = useAppSelector((state) => selectItemGroups(state, listId));
  const isKnown = useOnceTrue(useAppSelector((state) => selectAreItemsKnown(state, listId)));
  const count = { done: done.length, total: open.length + done.length };
  return isKnown && <CountBadge {...count} label={t('lists.badgeLabel', count)} />;
}

interface ListHeaderProps {
  readonly listId: ListId;
  readonly onOpenMenu: (listId: ListId, anchor: HTMLElement) => void;
}

/** The header of a list: back, icon, name, count, send, and menu. Until the list is known, it shows no name. */
export function ListHeader({ listId, onOpenMenu }: ListHeaderProps) {
  const { t } = useTranslation();
  const list = useAppSelector((state) => selectList(state, listId));
  const name = list?.name.trim();
  const title = list && listName(t, list.name);
  const heading = usePageHeading(title ?? null);
  const goBack = useBackToLists();
  const send = useSendList(listId);
  return (
    <Room>
      <Row data-long={(title ?? '').length > LONG_NAME || undefined}>
        <BackButton aria-label={t('list.back')} onClick={goBack} />
        {list && <ListIcon name={list.icon} />}
        <Title
          ref={heading}
          variant="h2"
          component="h1"
          tabIndex={-1}
          dir="auto"
          data-unnamed={(list && !name) || undefined}
        >
          {title ?? <VisuallyHidden>{t('app.name')}</VisuallyHidden>}
        </Title>
        {list && <BoughtCount listId={listId} />}
        <IconButton aria-label={t('list.send')} disabled={!list} onClick={send} sx={{ marginInlineStart: 'auto' }}>
          <SendOutlined />
        </IconButton>
        <IconButton
          aria-label={t('list.menu')}
          aria-haspopup="dialog"
          disabled={!list}
          onClick={(event) => onOpenMenu(listId, event.currentTarget)}
          sx={{ marginInlineStart: `${-GAP_PX}px`, marginInlineEnd: `${OUTDENT_PX}px` }}
        >
          <MoreVertOutlined />
        </IconButton>
      </Row>
    </Room>
  );
}
