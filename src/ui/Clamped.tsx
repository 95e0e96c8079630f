import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

/** At most three lines, with `…` at the end. */
export const Clamped = styled(Typography)({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
}) as typeof Typography;
