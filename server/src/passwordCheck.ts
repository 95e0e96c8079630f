import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from './networkOf';
import type { Passwords } from './passwords';
import { makeTryLimit } from './tryLimit';
import type { StoredUser } from './userStore';

const HOUR_MS = 60 * 60 * 1000;
/** Failures an hour that an account takes from all addresses, for each that one address may make a minute. */
const HOURLY_SHARE = 10;
const LONGEST_NAME = 256;

/** Who asks for a password to be checked. */
interface Asking {
  readonly ip: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

type Failure = 'wrong name or password' | 'blocked account' | 'too many tries';

/** One line for each failure, for programs that keep out who tries too often. The address and the reason, and never a name. */
export const tellFailure = ({ ip, log }: Asking, reason: Failure): void =>
  log.warn({ address: ip, reason }, 'sign-in failed');

/**
 * Checks passwords, wherever one is asked for, and counts the failures: so many a minute for an address and an account together, ten times as many
 * an hour for an account. So a stranger elsewhere does not lock out the owner within the minute, and many strangers still get few tries.
 * A try counts before its outcome is known, and is given back when it was right: many at once are no way around.
 */
export const makePasswordCheck = (passwords: Passwords, triesPerMinute: number, now: () => number) => {
  const ofAddress = makeTryLimit(triesPerMinute, now);
  const ofAccount = makeTryLimit(triesPerMinute * HOURLY_SHARE, now, HOUR_MS);

  /**
   * @param user whose password it should be; null when nobody has the name
   * @param name what was given for one, for the count of a name that nobody has
   * @throws 429 when there were too many failures
   */
  return async (asking: Asking, user: StoredUser | null, name: string, password: string): Promise<boolean> => {
    const account = user ? `user ${user.id}` : `name ${name.toLowerCase().slice(0, LONGEST_NAME)}`;
    const together = [`${networkOf(asking.ip)} ${account}`];
    try {
      ofAddress.take(together);
      ofAccount.take([account]);
    } catch (error) {
      tellFailure(asking, 'too many tries');
      throw error;
    }
    const isRight = await passwords.matches(user?.password_hash ?? null, password);
    if (isRight) {
      ofAccount.giveBack([account]);
      ofAddress.giveBack(together);
    } else tellFailure(asking, 'wrong name or password');
    return isRight;
  };
};

export type PasswordCheck = ReturnType<typeof makePasswordCheck>;
