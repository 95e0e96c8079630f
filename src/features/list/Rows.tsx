import { styled } from '@mui/material/styles';
import { FOCUS_RING, onHover } from '../../ui/componentStyles';
import { skipOffscreen } from '../../ui/skipOffscreen';
import { theme } from '../../ui/theme';
import { choiceStyles } from './choiceStyles';
import { HANDLE_ON_HOVER, handleStyles } from './handleStyles';
import { PAD_PX, ROW_HEIGHT, ROW_PX } from './rowSizes';
import { TICK_STYLES } from './tickStyles';

const GAP_PX = 8;
/** Wide enough for the placeholder in both languages. */
const QUANTITY_WIDTH = '4rem';
/** At least 44 px for a finger, and wider with larger text. */
const REMOVE_WIDTH = 'max(44px, 2.25rem)';
/** With the gap before it. Without one, a finger at the last letter of a quantity deleted the item. */
const REMOVE_ROOM = `calc(${REMOVE_WIDTH} + ${GAP_PX}px)`;
/** The largest share of a wide row, beside the button. In a narrow row a long quantity gets a line of its own. */
const QUANTITY_SHARE = '40%';
const NARROW = '@container (width < 30rem)';
/** With text this large a quantity always has a line of its own. */
const LARGE_TEXT = '@container (width < 20rem)';
const RING_RADIUS_PX = 16;

/** Visible to screen readers only. */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: 1,
  minHeight: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** A cross as a clip path. It needs no image and no font, and it takes the text colour. */
const CROSS =
  'polygon(9% 0, 50% 41%, 91% 0, 100% 9%, 59% 50%, 100% 91%, 91% 100%, 50% 59%, 9% 100%, 0 91%, 41% 50%, 0 9%)';

/** The button always keeps its place, so nothing moves when it appears. */
const REMOVE_SHOWN = { '& .remove': { opacity: 1, pointerEvents: 'auto' } } as const;

/**
 * The rows of a section. One set of CSS rules serves all rows: a styled component per row makes a list of thousands
 * slow to open. The browser skips the layout of rows outside the window.
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
    ...skipOffscreen(`${ROW_PX}px`),
  },
  '& > li + li': { borderTop: `1px solid ${theme().vars.palette.divider}` },
  '& > li[data-focused]': { outline: FOCUS_RING, outlineOffset: -2, borderRadius: RING_RADIUS_PX },
  '& .fields': { display: 'flex', flex: 1, flexWrap: 'wrap', justifyContent: 'flex-end', minWidth: 0 },

  ...TICK_STYLES,

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
    // On the side of the quantity, whatever the direction of the text.
    paddingRight: GAP_PX,
    paddingLeft: 0,
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
  // Browsers without `field-sizing`: a hidden copy of the text sets the height of the field.
  '@supports not (field-sizing: content)': {
    '& textarea': { gridArea: '1 / 1', width: '100%', height: '100%' },
    '& .grow::after': { content: 'attr(data-text) " "', gridArea: '1 / 1', visibility: 'hidden' },
    '& input.quantity': { width: QUANTITY_WIDTH, flexGrow: 1 },
  },

  '& .end': {
    display: 'flex',
    flex: '0 1 auto',
    // Aligned with the first line of a longer text.
    alignItems: 'flex-start',
    justifyContent: 'flex-end',
    maxWidth: `calc(${QUANTITY_SHARE} + ${REMOVE_ROOM})`,
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
  // A row that is ticked or selected among the open ones keeps this space, so that its text wraps as before.
  '[data-sheet=done] > & span.quantity:empty': { display: 'none' },
  [LARGE_TEXT]: {
    // An empty quantity takes no space until its row is edited. If it took space under the mouse, or in a selected or
    // ticked row, that row would grow and move the others. Screen readers still find it.
    '[data-sheet=open] > & > li[data-plain]:is([data-choice], :not([data-focused], :focus-within)) .end':
      VISUALLY_HIDDEN,
    '& > li[data-plain][data-done] .text': { flexBasis: '3em' },
    // Here the handle would cover the text. In other rows it has the place of the ✕, or the line of the quantity.
    '[data-draggable] [data-sheet=open] > & > li[data-plain][data-choice] .text': { paddingInlineEnd: REMOVE_ROOM },
  },
  '& .remove': {
    flexShrink: 0,
    display: 'grid',
    placeItems: 'center',
    width: REMOVE_WIDTH,
    height: ROW_HEIGHT,
    marginInlineStart: GAP_PX,
    padding: 0,
    border: 0,
    background: 'none',
    color: theme().vars.palette.text.secondary,
    cursor: 'pointer',
    // Invisible, but screen readers still find it.
    opacity: 0,
    pointerEvents: 'none',
    '&::before': {
      content: '""',
      width: '0.875rem',
      height: '0.875rem',
      backgroundColor: 'currentColor',
      clipPath: CROSS,
    },
    ...onHover({ color: theme().vars.palette.text.primary }),
    '&:focus-visible': { outlineOffset: -4, borderRadius: RING_RADIUS_PX },
    '@media (forced-colors: active)': { '&::before': { forcedColorAdjust: 'none', backgroundColor: 'ButtonText' } },
  },
  '& > li:is([data-focused], [data-done], :focus-within)': REMOVE_SHOWN,
  '@media (hover: hover)': { '& > li:hover': REMOVE_SHOWN, ...HANDLE_ON_HOVER },

  ...handleStyles(REMOVE_WIDTH),

  ...choiceStyles(REMOVE_ROOM),

  // A tap anywhere in a bought row unticks it.
  '& > li[data-done]:not([data-focused])': { cursor: 'pointer' },
  '& > li[data-done] .text': { color: theme().vars.palette.text.secondary, textDecoration: 'line-through' },
});
