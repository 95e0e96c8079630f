import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LETTERS}0123456789`;
const LENGTH = 24;

export type RandomBytes = (size: number) => Uint8Array;

/**
 * An id in the format of Strapi's `documentId`: 24 lower-case letters and digits, a letter first. It has about 124
 * random bits.
 */
export const makeDocumentId = (random: RandomBytes = randomBytes): string =>
  Array.from(random(LENGTH), (byte, at) => {
    const alphabet = at === 0 ? LETTERS : SYMBOLS;
    return alphabet[byte % alphabet.length];
  }).join('');
