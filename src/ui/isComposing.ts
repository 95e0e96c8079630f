/** The code of a key press that belongs to an input method. Safari tells the press that ends a composition only by it. */
const OF_INPUT_METHOD = 229;

/** Whether a key press belongs to a composition, such as of Japanese or accented letters, and means nothing to the app. */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === OF_INPUT_METHOD;
