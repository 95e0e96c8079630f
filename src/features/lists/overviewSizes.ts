/** The height of the search field with the space below it. */
export const FIELD_PX = 54;

/** With at least this many lists, searching is faster than looking. */
export const FIND_LISTS_MIN = 8;

/** As many cards as most screens show; on a larger one the others come in the next frame. */
export const FIRST_CARDS = 12;
