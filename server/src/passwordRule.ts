import { COMMON_PASSWORDS } from './commonPasswords';
import { invalidFields } from './problems';

/** Which passwords are taken: of eight characters at least, none of the most common ones, and none made of the app's own words. */
export const SHORTEST_PASSWORD = 8;

/** The app's name, what it is for, and what one calls it; in Polish with and without its signs. */
const OWN_WORDS = [
  ...['listy', 'lista', 'moja', 'moje', 'zakupy', 'zakupów', 'zakupow', 'zakupowa'],
  ...['my', 'our', 'list', 'lists', 'shopping', 'grocery', 'groceries', 'wish', 'app'],
];
const MADE_OF_OWN_WORDS = new RegExp(`^(?:${OWN_WORDS.join('|')})+$`);

/** With a few digits and signs in between it is the same password to a guesser; with as many as a password has, they count. */
const isOfOwnWords = (password: string): boolean => {
  const letters = password.replace(/\P{Letter}/gu, '');
  return password.length - letters.length < SHORTEST_PASSWORD && MADE_OF_OWN_WORDS.test(letters);
};

/** @throws 400 for a password that is among the first somebody would guess, in whatever letter case */
export const refuseCommonPassword = (given: string): void => {
  const password = given.toLowerCase();
  if (!COMMON_PASSWORDS.has(password) && !isOfOwnWords(password)) return;
  throw invalidFields([{ path: ['password'], message: 'password is too common', name: 'ValidationError' }]);
};
