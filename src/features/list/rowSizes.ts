/** Space above and below the text. A row with one line is 52 px high, and grows with the text size. */
export const PAD_PX = 14;
export const ROW_PX = 52;
export const ROW_HEIGHT = `calc(1.5rem + ${2 * PAD_PX}px)`;
/**
 * Space for the handle before the box. With a mouse every row keeps it free, so nothing moves when the handle appears.
 */
export const HANDLE_ROOM_PX = 16;
/** The width of the checkbox in every row. */
export const TICK_WIDTH = 'calc(1.5rem + 24px)';
