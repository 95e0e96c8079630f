import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from './networkOf';
import type { Passwords } from './passwords';
import { makeTryLimit } from './tryLimit';
import type { StoredUser } from './userStore';

const HOUR_MS = 60 * 60 * 1000;
/** The hourly limits of an account, as multiples of the limit per address and minute: over all addresses, and for one. */
const HOURLY_SHARE = 10;
const HOURLY_SHARE_OF_ADDRESS = 3;
/** The limit of an address for all accounts, in a minute. A household does not fail so often, but one who invents names does. */
const SHARE_OF_ADDRESS = 10;
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

type Tries = readonly (readonly [limit: ReturnType<typeof makeTryLimit>, key: string])[];

const giveBack = (tries: Tries): void => {
  for (const [limit, key] of tries) limit.giveBack([key]);
};

/**
 * Counts a try in each limit, or in none.
 * @throws 429 if one of the limits is reached
 */
const take = (tries: Tries): void => {
  for (const [at, [limit, key]] of tries.entries())
    try {
      limit.take([key]);
    } catch (error) {
      giveBack(tries.slice(0, at));
      throw error;
    }
};

/**
 * Checks passwords and limits failures: per minute and per hour for an address and account together, per hour for an
 * account, and per minute for an address. So a stranger at one address does not lock out the owner, many strangers still
 * get few tries, and one who invents names does not take the time of all others. A try counts before the check and is given
 * back if the password is right, so parallel requests cannot pass the limit.
 */
export const makePasswordCheck = (passwords: Passwords, triesPerMinute: number, now: () => number) => {
  const ofBoth = makeTryLimit(triesPerMinute, now);
  const ofBothHourly = makeTryLimit(triesPerMinute * HOURLY_SHARE_OF_ADDRESS, now, HOUR_MS);
  const ofAccountHourly = makeTryLimit(triesPerMinute * HOURLY_SHARE, now, HOUR_MS);
  const ofAddress = makeTryLimit(triesPerMinute * SHARE_OF_ADDRESS, now);

  /**
   * @param user the account; null if no account has this name
   * @param name the given name, used to count tries for unknown names
   * @throws 429 after too many failures
   */
  return async (asking: Asking, user: StoredUser | null, name: string, password: string): Promise<boolean> => {
    const address = networkOf(asking.ip);
    const account = user ? `user ${user.id}` : `name ${name.toLowerCase().slice(0, LONGEST_NAME)}`;
    const both = `${address} ${account}`;
    const tries: Tries = [
      [ofBoth, both],
      [ofBothHourly, both],
      [ofAccountHourly, account],
      [ofAddress, address],
    ];
    try {
      take(tries);
    } catch (error) {
      logFailure(asking, 'too many tries');
      throw error;
    }
    const isRight = await passwords.matches(user?.password_hash ?? null, password);
    if (isRight) giveBack(tries);
    else logFailure(asking, 'wrong name or password');
    return isRight;
  };
};

export type PasswordCheck = ReturnType<typeof makePasswordCheck>;
