import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { RADIUS } from '../../ui/tokens';

const PADDING = 16;
/** Inside the border of the card. */
const CORNER = RADIUS.card - 1;

/** The actions at the end of a settings group: one below the other, from edge to edge, with a line between them. */
export const SettingActions = styled('div')(({ theme }) => ({
  display: 'grid',
  margin: `0 -${PADDING}px -12px`,
  '& > button': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > button:last-of-type': { borderRadius: `0 0 ${CORNER}px ${CORNER}px` },
}));

const Wide = styled(Button)({
  justifyContent: 'flex-start',
  minHeight: 52,
  paddingInline: PADDING,
  borderRadius: 0,
  fontWeight: 500,
  textAlign: 'start',
  '&:focus-visible': { outlineOffset: -2 },
});

interface SettingActionProps extends Omit<ButtonProps, 'variant' | 'color'> {
  readonly tone?: 'danger';
}

export function SettingAction({ tone, ...props }: SettingActionProps) {
  return <Wide {...props} variant="text" color={tone === 'danger' ? 'error' : 'inherit'} />;
}
