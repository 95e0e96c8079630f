import { styled } from '@mui/material/styles';
import { Card } from '../../ui/Card';
import { theme } from '../../ui/theme';
import { RADIUS } from '../../ui/tokens';

/** How far the paper reaches over the sheet's own edge: the width of its hairline. */
export const PAPER_REACH_PX = 1;

/** A property of the sheet: by how much its paper is taller than it. */
export const TALLER = '--taller';

/** A card whose paper lies under it as a layer of its own, so that it can follow rows that glide. */
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
