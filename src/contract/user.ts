import { asUserId, type UserId } from './ids';
import { isObject } from './records';

/** The fewest characters of a new password. */
export const SHORTEST_PASSWORD = 8;

export interface User {
  /**
   * The `documentId`, which no other account ever gets. A server that was restored from a backup may give a number to
   * somebody else, so the number counts only if the provider sends no `documentId`.
   */
  readonly id: UserId;
  readonly username: string;
  readonly email: string;
  /** The name that other members of shared lists see; absent until the person has set one. */
  readonly name?: string;
}

/** Reads the user of a login or of `/users/me`; null if the value has another form. */
export const parseUser = (value: unknown): User | null => {
  if (!isObject(value)) return null;
  const { documentId, username, email, name } = value;
  const id = typeof documentId === 'string' && documentId !== '' ? documentId : value.id;
  if ((typeof id !== 'number' && typeof id !== 'string') || typeof email !== 'string') return null;
  const shown = typeof name === 'string' && name !== '' ? { name } : {};
  return { id: asUserId(String(id)), username: typeof username === 'string' ? username : email, email, ...shown };
};

/** Parses the user that is stored as text; null if there is none, or if the text is damaged. */
export const parseStoredUser = (text: string | null): User | null => {
  try {
    return parseUser(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
};

/** Reads the answer to a login or registration; null if the body has another form. */
export const parseLogin = (body: unknown): { jwt: string; user: User } | null => {
  if (!isObject(body) || typeof body.jwt !== 'string' || body.jwt === '') return null;
  const user = parseUser(body.user);
  return user && { jwt: body.jwt, user };
};
