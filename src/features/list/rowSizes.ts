/** Above and below a line of text; with one line of it a row is 52 px high, and grows with the size of the text. */
export const PAD_PX = 14;
export const ROW_PX = 52;
export const ROW_HEIGHT = `calc(1.5rem + ${2 * PAD_PX}px)`;
/** Room for the handle before the box, under a mouse. Kept free in every row, so that nothing moves when it comes. */
export const HANDLE_ROOM_PX = 16;
/** What stands before the text, in every row. */
export const TICK_WIDTH = 'calc(1.5rem + 24px)';
