import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SYMBOLS = `${LETTERS}0123456789`;
const LENGTH = 24;

export type RandomBytes = (size: number) => Uint8Array;

/** An id in the shape of Strapi's `documentId`: 24 small letters and digits, a letter first. About 124 bits of chance. */
export const makeDocumentId = (random: RandomBytes = randomBytes): string =>
  Array.from(random(LENGTH), (byte, at) => {
    const alphabet = at === 0 ? LETTERS : SYMBOLS;
    return alphabet[byte % alphabet.length];
  }).join('');
