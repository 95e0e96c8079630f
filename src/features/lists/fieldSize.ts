/** The field to find with, and the space under it, in px. */
export const FIELD_PX = 54;
