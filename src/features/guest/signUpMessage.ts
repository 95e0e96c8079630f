import { SHORTEST_PASSWORD } from '../../contract/user';
import type { LogInResult } from '../../store/session/signIn';

export interface Message {
  readonly key:
    | 'signUp.emailTaken'
    | 'signUp.emailInvalid'
    | 'signUp.passwordTooShort'
    | 'signUp.passwordTooLong'
    | 'signUp.passwordTooCommon'
    | 'signUp.closed'
    | 'signUp.offline'
    | 'signUp.failed';
  /** The number in the server's message, for texts that need one. */
  readonly count?: number;
}

/** The provider answers in English. These patterns match the answers of Strapi and of our own server. */
const ANSWERS: readonly [RegExp, Message['key']][] = [
  [/already taken/i, 'signUp.emailTaken'],
  // The email is also the username, so a missing email causes more than one error.
  [/email must be|valid email|email.*required|^username|^\d+ errors/i, 'signUp.emailInvalid'],
  [/password must be at least|password.*required/i, 'signUp.passwordTooShort'],
  [/password.*(at most|less than|longer than|bytes)/i, 'signUp.passwordTooLong'],
  [/password.*too common/i, 'signUp.passwordTooCommon'],
  [/disabled/i, 'signUp.closed'],
];

/** Translates the server's answer to a sign-up into one of our texts. */
export const signUpMessage = (result: Exclude<LogInResult, 'ok'>, answer: string, isOnline: boolean): Message => {
  if (result === 'unreachable') return { key: isOnline ? 'signUp.failed' : 'signUp.offline' };
  const key = ANSWERS.find(([pattern]) => pattern.test(answer))?.[1] ?? 'signUp.failed';
  if (key !== 'signUp.passwordTooShort') return { key };
  return { key, count: Number(/at least (\d+)/.exec(answer)?.[1] ?? SHORTEST_PASSWORD) };
};
