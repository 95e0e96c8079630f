import { styled } from '@mui/material/styles';
import { countStyles } from '../../ui/CountBadge';
import { onHover, TOUCH } from '../../ui/componentStyles';
import { tileStyles } from '../../ui/ListTile';
import { skeletonStyles } from '../../ui/Skeletons';
import { skipOffscreen } from '../../ui/skipOffscreen';
import { RADIUS } from '../../ui/tokens';

/**
 * The cards of all lists. One set of CSS rules serves all cards. With a dozen styled components in each card, the app
 * would need a tenth of its start for them.
 */
export const Cards = styled('ul')(({ theme }) => ({
  display: 'grid',
  // A long name is cut instead of widening the page.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': skipOffscreen('90px'),
  '& .card': {
    display: 'flex',
    alignItems: 'center',
    minHeight: 74,
    paddingInlineEnd: 4,
    backgroundColor: theme.vars.palette.surface,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: RADIUS.card,
    transition: 'background-color 300ms',
    // iOS would show its own menu over ours.
    WebkitTouchCallout: 'none',
    userSelect: 'none',
    // Paler than the count badge, so that the badge stays visible.
    '&:is([data-highlight=new], [data-highlight=open])': {
      backgroundColor: `color-mix(in srgb, ${theme.vars.palette.badge} 50%, ${theme.vars.palette.surface})`,
    },
    '&[data-highlight=open]': { borderColor: theme.vars.palette.primary.main },
  },
  '& .link': {
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
  },
  '& .tile': tileStyles(theme),
  '& .words': { display: 'block', flex: 1, minWidth: 0 },
  // With very large text the count wraps below the name.
  '& .title': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, minWidth: 0 },
  '& .name': {
    ...theme.typography.subtitle1,
    flex: '1 1 5rem',
    maxWidth: 'max-content',
    // Space for the last letter of italic text.
    paddingInlineEnd: 2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .count': countStyles(theme),
  '& .preview': {
    ...theme.typography.body2,
    color: theme.vars.palette.text.secondary,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  '& .loading': { display: 'flex', alignItems: 'center', minHeight: '1lh' },
  '& .loading > span': { ...skeletonStyles(theme), width: '60%', height: 12 },
  '& .more': {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: TOUCH,
    height: TOUCH,
    padding: 0,
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: theme.vars.palette.text.secondary,
    cursor: 'pointer',
    transition: 'background-color 150ms',
    '& svg': { width: '1.5rem', height: '1.5rem', fill: 'currentColor' },
    ...onHover({ backgroundColor: theme.vars.palette.sunken }),
  },
}));
