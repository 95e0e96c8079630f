import { styled } from '@mui/material/styles';
import { RADIUS } from './tokens';

/** A card: a fill and a thin border, without a shadow. */
export const Card = styled('div')(({ theme }) => ({
  backgroundColor: theme.vars.palette.surface,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: RADIUS.card,
}));
