/**
 * The place of an item that somebody moved by hand: a fractional index. Keys compare as text, and between any two there is room
 * for another. The first letter says how many characters the whole number has (`i`: the ms since 1970, see `domain/itemOrder.ts`);
 * what follows is the fraction, which never ends with 0. '' means that nobody moved the item.
 */
export const ORDER_KEY_PATTERN = '^((h[0-9A-Za-z]{8}|i[0-9A-Za-z]{9}|j[0-9A-Za-z]{10})([0-9A-Za-z]*[1-9A-Za-z])?)?$';

/** Longer ones are neither made nor taken. */
export const LONGEST_ORDER_KEY = 128;

const pattern = new RegExp(ORDER_KEY_PATTERN);

/** False for '' and for what another program may have written there. */
export const isOrderKey = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_ORDER_KEY && pattern.test(text);
