/** The height of the search field with the space below it. */
export const FIELD_PX = 54;
