import { styled } from '@mui/material/styles';
import { RADIUS } from './tokens';

/** A sheet of paper on the page: a fill and a hairline, no shadow. */
export const Card = styled('div')(({ theme }) => ({
  backgroundColor: theme.vars.palette.surface,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: RADIUS.card,
}));
