import { theme } from '../../ui/theme';
import { HANDLE_ROOM_PX, ROW_HEIGHT } from './rowSizes';

const HANDLE_PX = 28;

/** Draws the six dots of the handle. */
const DOTS = 'radial-gradient(circle, currentColor 1.5px, transparent 2px)';

/** Handles are shown once `dragRows` is loaded. */
const SHOWN = '[data-draggable] & > li';

/** With a mouse: in the row under the pointer, and in the row with the focus. */
export const HANDLE_ON_HOVER = {
  '& > li': { paddingInlineStart: HANDLE_ROOM_PX },
  [`${SHOWN}:is(:hover, :focus-within) > .handle`]: { display: 'grid' },
} as const;

/**
 * Styles of the drag handle. With a mouse it stands before the box; while rows are selected it stands at the end, near
 * the thumb.
 * @param removeWidth the space that the ✕ button takes otherwise
 */
export const handleStyles = (removeWidth: string) =>
  ({
    '& .handle': {
      position: 'absolute',
      insetBlockStart: 0,
      insetInlineStart: 0,
      display: 'none',
      placeItems: 'center',
      width: HANDLE_PX,
      height: ROW_HEIGHT,
      color: theme().vars.palette.text.secondary,
      cursor: 'grab',
      touchAction: 'none',
      userSelect: 'none',
      WebkitTouchCallout: 'none',
      '&::before': {
        content: '""',
        width: 12,
        height: 18,
        backgroundImage: DOTS,
        backgroundSize: '6px 6px',
        // Forced-colours mode would leave out the gradients. Firefox knows only the first of these values.
        forcedColorAdjust: ['none', 'preserve-parent-color'],
      },
    },
    // At the bottom: a quantity that needs a line of its own keeps the room free there, and not beside the text above it.
    [`${SHOWN}[data-choice] > .handle`]: {
      display: 'grid',
      insetBlock: 'auto 0',
      insetInline: 'auto 0',
      width: removeWidth,
    },
    '& > li.dragged': { backgroundColor: theme().vars.palette.badge, zIndex: 1 },
    // The copy that Sortable moves with the pointer. It is hidden, because the row itself moves too.
    '& > li.dragged-copy': { visibility: 'hidden' },
    '[data-dragging] &, [data-dragging] & .handle': { cursor: 'grabbing' },
  }) as const;
