import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined';
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/hooks';
import { selectItemGroups, selectList } from '../../store/viewSelectors';
import { CountBadge } from '../../ui/CountBadge';
import { ListIcon } from '../../ui/ListIcon';
import { HeaderRow } from '../../ui/PageFrame';
import { usePageHeading } from '../usePageHeading';
import { useBack } from './useBack';

const Title = styled(Typography)({
  flex: 1,
  minWidth: 0,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}) as typeof Typography;

/** Pulls the buttons' pictures, not their edges, to the edge of the column. */
const OUTDENT_PX = -12;

const BackIcon = styled(ChevronLeftOutlined)({ fontSize: 30, '&:dir(rtl)': { transform: 'scaleX(-1)' } });

interface ListHeaderProps {
  readonly listId: ListId;
  readonly onOpenMenu: (listId: ListId, anchor: HTMLElement) => void;
}

/** Back, icon, name, how much is bought, and the list's menu. */
export function ListHeader({ listId, onOpenMenu }: ListHeaderProps) {
  const { t } = useTranslation();
  const list = useAppSelector((state) => selectList(state, listId));
  // Groups keep their identity while one types; a summary does not.
  const { open, done } = useAppSelector((state) => selectItemGroups(state, listId));
  const name = list?.name.trim();
  const heading = usePageHeading(name || t('list.fallbackName'));
  const goBack = useBack();
  const count = { done: done.length, total: open.length + done.length };
  return (
    <HeaderRow>
      <IconButton aria-label={t('list.back')} onClick={goBack} sx={{ marginInlineStart: `${OUTDENT_PX}px` }}>
        <BackIcon />
      </IconButton>
      {list && <ListIcon name={list.icon} />}
      <Title
        ref={heading}
        variant="h2"
        component="h1"
        tabIndex={-1}
        dir="auto"
        sx={name ? undefined : { fontStyle: 'italic' }}
      >
        {name || t('list.fallbackName')}
      </Title>
      {list && <CountBadge {...count} label={t('lists.badgeLabel', count)} />}
      <IconButton
        aria-label={t('list.menu')}
        aria-haspopup="dialog"
        disabled={!list}
        onClick={(event) => onOpenMenu(listId, event.currentTarget)}
        sx={{ marginInlineEnd: `${OUTDENT_PX}px` }}
      >
        <MoreVertOutlined />
      </IconButton>
    </HeaderRow>
  );
}
