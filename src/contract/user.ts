import { asUserId, type UserId } from './ids';
import { isObject } from './records';

export interface User {
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  /** What others in a shared list see of the person; absent until it was told. */
  readonly name?: string;
}

/** The user of a login or of `/users/me`; null when it is not one. */
export const parseUser = (value: unknown): User | null => {
  if (!isObject(value)) return null;
  const { id, username, email, name } = value;
  if ((typeof id !== 'number' && typeof id !== 'string') || typeof email !== 'string') return null;
  const shown = typeof name === 'string' && name !== '' ? { name } : {};
  return { id: asUserId(String(id)), username: typeof username === 'string' ? username : email, email, ...shown };
};

/** The answer of a login or registration; null when the body is anything else. */
export const parseLogin = (body: unknown): { jwt: string; user: User } | null => {
  if (!isObject(body) || typeof body.jwt !== 'string' || body.jwt === '') return null;
  const user = parseUser(body.user);
  return user && { jwt: body.jwt, user };
};
