import { COMMON_PASSWORDS } from './commonPasswords';
import { invalidFields } from './problems';

/** Which passwords are taken: of eight characters at least, and none of the most common ones, in whatever letter case. */
export const SHORTEST_PASSWORD = 8;

/** @throws 400 for a password that is among the first somebody would guess */
export const refuseCommonPassword = (password: string): void => {
  if (!COMMON_PASSWORDS.has(password.toLowerCase())) return;
  throw invalidFields([{ path: ['password'], message: 'password is too common', name: 'ValidationError' }]);
};
