/**
 * The place of an item that somebody moved by hand: a fractional index. Keys are compared as text, and another key fits
 * between any two. The first letter gives the length of the whole number (`i` for a time in epoch ms, see
 * `domain/itemOrder.ts`). After the number comes the fraction, which never ends with 0. '' means that nobody moved the
 * item.
 */
export const ORDER_KEY_PATTERN = '^((h[0-9A-Za-z]{8}|i[0-9A-Za-z]{9}|j[0-9A-Za-z]{10})([0-9A-Za-z]*[1-9A-Za-z])?)?$';

/** Longer keys are neither created nor accepted. */
export const LONGEST_ORDER_KEY = 128;

const pattern = new RegExp(ORDER_KEY_PATTERN);

/** False for '' and for other texts, which another program may have written. */
export const isOrderKey = (text: string): boolean =>
  text !== '' && text.length <= LONGEST_ORDER_KEY && pattern.test(text);
