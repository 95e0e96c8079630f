import { SHORTEST_PASSWORD } from '../../src/contract/user';
import { COMMON_PASSWORDS } from './commonPasswords';
import { invalidFields } from './problems';

/** The app's name and words about lists and shopping; the Polish ones with and without diacritics. */
const OWN_WORDS = [
  ...['listy', 'lista', 'moja', 'moje', 'zakupy', 'zakupów', 'zakupow', 'zakupowa'],
  ...['my', 'our', 'list', 'lists', 'shopping', 'grocery', 'groceries', 'wish', 'app'],
];
const MADE_OF_OWN_WORDS = new RegExp(`^(?:${OWN_WORDS.join('|')})+$`);

/** A few digits and signs do not make such a password safer. As many as a password needs by itself do. */
const isOfOwnWords = (password: string): boolean => {
  const letters = password.replace(/\P{Letter}/gu, '');
  return password.length - letters.length < SHORTEST_PASSWORD && MADE_OF_OWN_WORDS.test(letters);
};

/** @throws 400 for a common password, or one made of the app's own words, in any letter case */
export const refuseCommonPassword = (given: string): void => {
  const password = given.toLowerCase();
  if (!COMMON_PASSWORDS.has(password) && !isOfOwnWords(password)) return;
  throw invalidFields([{ path: ['password'], message: 'password is too common', name: 'ValidationError' }]);
};
