import { styled } from '@mui/material/styles';
import { Card } from '../../ui/Card';
import { theme } from '../../ui/theme';
import { RADIUS } from '../../ui/tokens';

/** The background extends this far over the edge of the sheet: the width of its border. */
export const PAPER_REACH_PX = 1;

/** CSS variable on the sheet: how much taller than the sheet its background is. */
export const TALLER = '--taller';

/** A card whose background is a layer of its own, so that it can be animated together with moving rows. */
export const Sheet = styled(Card)({
  position: 'relative',
  isolation: 'isolate',
  borderColor: 'transparent',
  backgroundColor: 'transparent',
  '&::before': {
    content: '""',
    position: 'absolute',
    zIndex: -1,
    inset: -PAPER_REACH_PX,
    bottom: `calc(${-PAPER_REACH_PX}px - var(${TALLER}, 0px))`,
    border: `${PAPER_REACH_PX}px solid ${theme().vars.palette.divider}`,
    borderRadius: RADIUS.card,
    backgroundColor: theme().vars.palette.surface,
  },
});
