import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from './networkOf';
import type { Passwords } from './passwords';
import { makeTryLimit } from './tryLimit';
import type { StoredUser } from './userStore';

const HOUR_MS = 60 * 60 * 1000;
/** The hourly limits of an account, as multiples of the limit per address and minute: over all addresses, and for one. */
const HOURLY_SHARE = 10;
const HOURLY_SHARE_OF_ADDRESS = 3;
const LONGEST_NAME = 256;

/** The request that needs a password check. */
interface Asking {
  readonly ip: string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

type Failure = 'wrong name or password' | 'blocked account' | 'too many tries';

/**
 * Logs one line for each failure, for tools that block such callers. It has the address and the reason, never a name.
 */
export const logFailure = ({ ip, log }: Asking, reason: Failure): void =>
  log.warn({ address: ip, reason }, 'sign-in failed');

/**
 * Checks passwords and limits failures: per minute and per hour for an address and account together, and per hour for an
 * account. So a stranger at one address does not lock out the owner, and many strangers still get few tries. A try counts
 * before the check and is given back if the password is right, so parallel requests cannot pass the limit.
 */
export const makePasswordCheck = (passwords: Passwords, triesPerMinute: number, now: () => number) => {
  const ofAddress = makeTryLimit(triesPerMinute, now);
  const ofAddressHourly = makeTryLimit(triesPerMinute * HOURLY_SHARE_OF_ADDRESS, now, HOUR_MS);
  const ofAccount = makeTryLimit(triesPerMinute * HOURLY_SHARE, now, HOUR_MS);

  /**
   * @param user the account; null if no account has this name
   * @param name the given name, used to count tries for unknown names
   * @throws 429 after too many failures
   */
  return async (asking: Asking, user: StoredUser | null, name: string, password: string): Promise<boolean> => {
    const account = user ? `user ${user.id}` : `name ${name.toLowerCase().slice(0, LONGEST_NAME)}`;
    const together = [`${networkOf(asking.ip)} ${account}`];
    try {
      ofAddress.take(together);
      ofAddressHourly.take(together);
      try {
        ofAccount.take([account]);
      } catch (error) {
        // Nobody looked at the password, so this is no failure of the address.
        ofAddressHourly.giveBack(together);
        throw error;
      }
    } catch (error) {
      logFailure(asking, 'too many tries');
      throw error;
    }
    const isRight = await passwords.matches(user?.password_hash ?? null, password);
    if (isRight) {
      ofAccount.giveBack([account]);
      ofAddressHourly.giveBack(together);
      ofAddress.giveBack(together);
    } else logFailure(asking, 'wrong name or password');
    return isRight;
  };
};

export type PasswordCheck = ReturnType<typeof makePasswordCheck>;
