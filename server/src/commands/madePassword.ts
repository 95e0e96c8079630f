import { randomInt } from 'node:crypto';

/** Without those that look like others: somebody reads it from a screen and types it on a phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;

const group = (): string => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A password nobody can guess (79 bits), as `abcd-efgh-jkmn-pqrs`. */
export const madePassword = (): string => Array.from({ length: GROUPS }, group).join('-');
