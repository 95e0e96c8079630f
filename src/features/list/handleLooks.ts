import { theme } from '../../ui/theme';
import { HANDLE_ROOM_PX, ROW_HEIGHT } from './rowSizes';

const HANDLE_PX = 28;

/** Six dots. */
const DOTS = 'radial-gradient(circle, currentColor 1.5px, transparent 2px)';

/** Shown once rows can be dragged by them (`dragRows`). */
const SHOWN = '[data-draggable] & > li';

/** Under a mouse: in the row that it is over, and in the one that has the focus. */
export const HANDLE_UNDER_MOUSE = {
  '& > li': { paddingInlineStart: HANDLE_ROOM_PX },
  [`${SHOWN}:is(:hover, :focus-within) > .handle`]: { display: 'grid' },
} as const;

/**
 * How the handle looks by which a row is dragged: before the box under a mouse, and at the end, where a thumb is, while rows are
 * selected.
 * @param removeWidth the place of ✕, which rows have free while some are selected
 */
export const handleLooks = (removeWidth: string) =>
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
      },
    },
    [`${SHOWN}[data-choice] > .handle`]: { display: 'grid', insetInline: 'auto 0', width: removeWidth },
    '& > li.dragged': { backgroundColor: theme().vars.palette.badge, zIndex: 1 },
    // The copy that the library lets follow the pointer: the row itself moves with it already.
    '& > li.dragged-copy': { visibility: 'hidden' },
    '[data-dragging] &, [data-dragging] & .handle': { cursor: 'grabbing' },
  }) as const;
