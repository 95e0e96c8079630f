import { styled } from '@mui/material/styles';
import { FOCUS_RING } from '../../ui/componentLooks';
import { outOfSight } from '../../ui/outOfSight';
import { theme } from '../../ui/theme';
import { MOTION_MS } from '../../ui/tokens';
import { PAD_PX, ROW_HEIGHT, ROW_PX, TICK_WIDTH } from './rowSizes';

const CIRCLE = '1.5rem';
const GAP_PX = 8;
const EDGE_PX = 12;
/** Holds 76 px of quantity. While ✕ is shown the quantity moves into the gap before it, so that no text wraps anew. */
const END_WIDTH = '5.5rem';
/** Never smaller than a finger, nor than its picture, which grows with the text. */
const REMOVE_WIDTH = 'max(44px, 2.25rem)';
/** How much of the ✕ the quantity leaves free: its picture is smaller than what a finger needs. */
const REMOVE_SEEN_PX = 40;
/** How far the quantity then reaches over the gap before it: enough for its placeholder in both languages. */
const REACH_PX = 14;
const RING_RADIUS_PX = 16;

/** Two crossed bars, as a shape: no picture, no font, and it takes the colour of the text. */
const CROSS =
  'polygon(9% 0, 50% 41%, 91% 0, 100% 9%, 59% 50%, 100% 91%, 91% 100%, 50% 59%, 9% 100%, 0 91%, 41% 50%, 0 9%)';

const REMOVE_SHOWN = {
  '& .remove': { opacity: 1, pointerEvents: 'auto' },
  '& .quantity': {
    marginInlineStart: `-${REACH_PX}px`,
    width: `calc(100% + ${REACH_PX}px)`,
    paddingInline: `0 ${REMOVE_SEEN_PX}px`,
  },
} as const;

/**
 * A section's rows. One set of rules for all of them instead of a styled component in each, worked out once when this file is
 * read: with thousands of rows that is the difference between a list that opens at once and one that does not. Rows out of
 * sight are not laid out at all.
 */
export const Rows = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    alignItems: 'flex-start',
    ...outOfSight(`${ROW_PX}px`),
  },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
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
      border: `2px solid ${theme.vars.palette.outline}`,
      borderRadius: '50%',
      transition: `background-color ${MOTION_MS.fade}ms ease-out, border-color ${MOTION_MS.fade}ms ease-out`,
    },
    '&::after': {
      content: '""',
      gridArea: '1 / 1',
      width: '0.375rem',
      height: '0.6875rem',
      marginTop: '-0.1875rem',
      border: `solid ${theme.vars.palette.primary.contrastText}`,
      borderWidth: '0 2px 2px 0',
      transform: 'rotate(45deg) scale(0)',
      transition: `transform ${MOTION_MS.fade}ms ease-out`,
    },
    '&:hover::before': { borderColor: theme.vars.palette.primary.main },
    '&:focus-visible::before': { outline: FOCUS_RING, outlineOffset: 2 },
    '&:checked::before': {
      backgroundColor: theme.vars.palette.primary.main,
      borderColor: theme.vars.palette.primary.main,
    },
    '&:checked::after': { transform: 'rotate(45deg)' },
  },

  '& textarea, & input.quantity': {
    display: 'block',
    margin: 0,
    border: 0,
    background: 'none',
    outline: 'none',
    '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
  },
  '& textarea, & .text, & .grow::after': {
    ...theme.typography.body1,
    boxSizing: 'border-box',
    maxHeight: `calc(4lh + ${2 * PAD_PX}px)`,
    // A border where the room is, for a fifth line is drawn into padding, cut in half; and a finger still hits the field there.
    borderBlock: `${PAD_PX}px solid transparent`,
    paddingBlock: 0,
    paddingInline: `0 ${GAP_PX}px`,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
    // There a see-through colour is none, a see-through picture is.
    '@media (forced-colors: active)': { borderImage: 'linear-gradient(transparent, transparent) 1' },
  },
  '& .grow, & .text, & .fields > textarea': { flex: '1 1 8em', minWidth: 0 },
  '& .text': { overflowY: 'auto' },
  '& .grow': { display: 'grid' },
  '& textarea': {
    color: 'inherit',
    resize: 'none',
    overflowY: 'auto',
    fieldSizing: 'content',
    scrollbarWidth: 'thin',
  },
  // Engines without field-sizing: a hidden twin of the text gives the field its height.
  '@supports not (field-sizing: content)': {
    '& textarea': { gridArea: '1 / 1', width: '100%', height: '100%' },
    '& .grow::after': { content: 'attr(data-text) " "', gridArea: '1 / 1', visibility: 'hidden' },
  },

  '& .end': { position: 'relative', flex: `0 0 ${END_WIDTH}`, maxWidth: '100%', minHeight: ROW_HEIGHT },
  '& .quantity': {
    ...theme.typography.subtitle2,
    boxSizing: 'border-box',
    width: '100%',
    margin: 0,
    paddingBlock: PAD_PX,
    paddingInline: `0 ${EDGE_PX}px`,
    color: theme.vars.palette.text.secondary,
    textAlign: 'end',
    textOverflow: 'ellipsis',
  },
  '& span.quantity': { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap' },
  '& .remove': {
    position: 'absolute',
    insetInlineEnd: 0,
    top: 0,
    display: 'grid',
    placeItems: 'center',
    width: REMOVE_WIDTH,
    // At the first line, where the quantity stands.
    height: ROW_HEIGHT,
    padding: 0,
    border: 0,
    background: 'none',
    color: theme.vars.palette.text.secondary,
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
    '&:hover': { color: theme.vars.palette.text.primary },
    '&:focus-visible': { outlineOffset: -4, borderRadius: RING_RADIUS_PX },
    '@media (forced-colors: active)': { '&::before': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' } },
  },
  '& > li:is([data-focused], [data-done], :focus-within)': REMOVE_SHOWN,
  '@media (hover: hover)': { '& > li:hover': REMOVE_SHOWN },

  // The whole bought row takes the tap that unticks it.
  '& > li[data-done]:not([data-focused])': { cursor: 'pointer' },
  '& > li[data-done] .text': { color: theme.vars.palette.text.secondary, textDecoration: 'line-through' },
});
