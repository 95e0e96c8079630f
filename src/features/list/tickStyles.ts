import { FOCUS_RING, onHover } from '../../ui/componentStyles';
import { theme } from '../../ui/theme';
import { MOTION_MS } from '../../ui/tokens';
import { ROW_HEIGHT, TICK_WIDTH } from './rowSizes';

const CIRCLE = '1.5rem';

/** Styles of the round checkbox of a row: a circle, and a check mark that grows in it. */
export const TICK_STYLES = {
  '& .tick': {
    appearance: 'none',
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: TICK_WIDTH,
    height: ROW_HEIGHT,
    margin: 0,
    cursor: 'pointer',
    outline: 'none',
    '&::before': {
      content: '""',
      gridArea: '1 / 1',
      boxSizing: 'border-box',
      width: CIRCLE,
      height: CIRCLE,
      border: `2px solid ${theme().vars.palette.outline}`,
      borderRadius: '50%',
      transition: `background-color ${MOTION_MS.fade}ms ease-out, border-color ${MOTION_MS.fade}ms ease-out`,
    },
    '&::after': {
      content: '""',
      gridArea: '1 / 1',
      width: '0.375rem',
      height: '0.6875rem',
      marginTop: '-0.1875rem',
      border: `solid ${theme().vars.palette.primary.contrastText}`,
      borderWidth: '0 2px 2px 0',
      transform: 'rotate(45deg) scale(0)',
      transition: `transform ${MOTION_MS.fade}ms ease-out`,
    },
    ...onHover({ '&::before': { borderColor: theme().vars.palette.primary.main } }),
    '&:focus-visible::before': { outline: FOCUS_RING, outlineOffset: 2 },
    '&:checked::before': {
      backgroundColor: theme().vars.palette.primary.main,
      borderColor: theme().vars.palette.primary.main,
    },
    '&:checked::after': { transform: 'rotate(45deg)' },
  },
} as const;
