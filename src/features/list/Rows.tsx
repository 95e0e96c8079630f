import { styled } from '@mui/material/styles';
import { FOCUS_RING } from '../../ui/componentLooks';
import { outOfSight } from '../../ui/outOfSight';
import { theme } from '../../ui/theme';
import { MOTION_MS } from '../../ui/tokens';
import { choiceLooks } from './choiceLooks';
import { HANDLE_UNDER_MOUSE, handleLooks } from './handleLooks';
import { PAD_PX, ROW_HEIGHT, ROW_PX, TICK_WIDTH } from './rowSizes';

const CIRCLE = '1.5rem';
const GAP_PX = 8;
/** Holds the placeholder in both languages. */
const QUANTITY_WIDTH = '4rem';
/** Never smaller than a finger, nor than its picture, which grows with the text. */
const REMOVE_WIDTH = 'max(44px, 2.25rem)';
/** Of a wide row; a narrow one gives a long quantity a line of its own. */
const QUANTITY_SHARE = '40%';
const NARROW = '@container (width < 30rem)';
/** So large a text that a quantity always has a line of its own. */
const LARGE_TEXT = '@container (width < 20rem)';
const RING_RADIUS_PX = 16;

/** For screen readers alone. */
const OUT_OF_SIGHT = {
  position: 'absolute',
  width: 1,
  minHeight: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** Two crossed bars, as a shape: no picture, no font, and it takes the colour of the text. */
const CROSS =
  'polygon(9% 0, 50% 41%, 91% 0, 100% 9%, 59% 50%, 100% 91%, 91% 100%, 50% 59%, 9% 100%, 0 91%, 41% 50%, 0 9%)';

/** Its place is kept free, so that nothing moves when it comes. */
const REMOVE_SHOWN = { '& .remove': { opacity: 1, pointerEvents: 'auto' } } as const;

/**
 * A section's rows. One set of rules for all of them instead of a styled component in each, worked out once when this file is
 * read: with thousands of rows that is the difference between a list that opens at once and one that does not. Rows out of
 * sight are not laid out at all.
 */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  containerType: 'inline-size',
  '& > li': {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-start',
    ...outOfSight(`${ROW_PX}px`),
  },
  '& > li + li': { borderTop: `1px solid ${theme().vars.palette.divider}` },
  '& > li[data-focused]': { outline: FOCUS_RING, outlineOffset: -2, borderRadius: RING_RADIUS_PX },
  '& .fields': { display: 'flex', flex: 1, flexWrap: 'wrap', justifyContent: 'flex-end', minWidth: 0 },

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
    '&:hover::before': { borderColor: theme().vars.palette.primary.main },
    '&:focus-visible::before': { outline: FOCUS_RING, outlineOffset: 2 },
    '&:checked::before': {
      backgroundColor: theme().vars.palette.primary.main,
      borderColor: theme().vars.palette.primary.main,
    },
    '&:checked::after': { transform: 'rotate(45deg)' },
  },

  '& textarea, & input.quantity': {
    display: 'block',
    margin: 0,
    border: 0,
    background: 'none',
    outline: 'none',
    '&::placeholder': { color: theme().vars.palette.text.secondary, opacity: 1 },
  },
  '& textarea, & .text, & .grow::after': {
    ...theme().typography.body1,
    boxSizing: 'border-box',
    paddingBlock: PAD_PX,
    paddingInline: `0 ${GAP_PX}px`,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '& .grow, & .text, & .fields > textarea': { flex: '1 1 8em', minWidth: 0 },
  '& .grow': { display: 'grid' },
  '& textarea': {
    color: 'inherit',
    resize: 'none',
    overflow: 'hidden',
    fieldSizing: 'content',
  },
  // Engines without field-sizing: a hidden twin of the text gives the field its height.
  '@supports not (field-sizing: content)': {
    '& textarea': { gridArea: '1 / 1', width: '100%', height: '100%' },
    '& .grow::after': { content: 'attr(data-text) " "', gridArea: '1 / 1', visibility: 'hidden' },
    '& input.quantity': { width: QUANTITY_WIDTH, flexGrow: 1 },
  },

  '& .end': {
    display: 'flex',
    flex: '0 1 auto',
    // At the first line of a text that has more.
    alignItems: 'flex-start',
    justifyContent: 'flex-end',
    maxWidth: QUANTITY_SHARE,
    minHeight: ROW_HEIGHT,
    [NARROW]: { maxWidth: '100%' },
  },
  '& .quantity': {
    ...theme().typography.subtitle2,
    boxSizing: 'border-box',
    flex: '0 1 auto',
    minWidth: QUANTITY_WIDTH,
    maxWidth: '100%',
    margin: 0,
    paddingBlock: PAD_PX,
    paddingInline: 0,
    color: theme().vars.palette.text.secondary,
    textAlign: 'end',
    textOverflow: 'ellipsis',
    overflowWrap: 'anywhere',
  },
  '& input.quantity': { fieldSizing: 'content' },
  '& span.quantity:empty': { display: 'none' },
  [LARGE_TEXT]: {
    // An item without a quantity has no line for it until one is in its row; readers find it all the same.
    '& > li[data-plain]:not([data-done], [data-focused], :focus-within, :hover) .end': OUT_OF_SIGHT,
    '& > li[data-plain][data-done] .text': { flexBasis: '3em' },
    // With no line for a quantity the handle would stand on the text.
    '[data-draggable] & > li[data-choice] .text': { paddingInlineEnd: REMOVE_WIDTH },
  },
  '& .remove': {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: REMOVE_WIDTH,
    height: ROW_HEIGHT,
    padding: 0,
    border: 0,
    background: 'none',
    color: theme().vars.palette.text.secondary,
    cursor: 'pointer',
    // Out of sight it stays where a screen reader finds it.
    opacity: 0,
    pointerEvents: 'none',
    '&::before': {
      content: '""',
      width: '0.875rem',
      height: '0.875rem',
      backgroundColor: 'currentColor',
      clipPath: CROSS,
    },
    '&:hover': { color: theme().vars.palette.text.primary },
    '&:focus-visible': { outlineOffset: -4, borderRadius: RING_RADIUS_PX },
    '@media (forced-colors: active)': { '&::before': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' } },
  },
  '& > li:is([data-focused], [data-done], :focus-within)': REMOVE_SHOWN,
  '@media (hover: hover)': { '& > li:hover': REMOVE_SHOWN, ...HANDLE_UNDER_MOUSE },

  ...handleLooks(REMOVE_WIDTH),

  ...choiceLooks(REMOVE_WIDTH),

  // The whole bought row takes the tap that unticks it.
  '& > li[data-done]:not([data-focused])': { cursor: 'pointer' },
  '& > li[data-done] .text': { color: theme().vars.palette.text.secondary, textDecoration: 'line-through' },
});
