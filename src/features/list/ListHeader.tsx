import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/hooks';
import { selectItemGroups, selectList } from '../../store/viewSelectors';
import { BackButton, OUTDENT_PX } from '../../ui/BackButton';
import { CountBadge } from '../../ui/CountBadge';
import { ListIcon } from '../../ui/ListIcon';
import { HeaderRow } from '../../ui/PageFrame';
import { usePageHeading } from '../usePageHeading';
import { useBack } from './useBack';

const Title = styled(Typography)({
  // As wide as the name, so that the badge stands right after it.
  flex: '0 1 auto',
  minWidth: 0,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}) as typeof Typography;

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
      <BackButton aria-label={t('list.back')} onClick={goBack} />
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
        sx={{ marginInlineStart: 'auto', marginInlineEnd: `${OUTDENT_PX}px` }}
      >
        <MoreVertOutlined />
      </IconButton>
    </HeaderRow>
  );
}
