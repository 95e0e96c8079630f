import { unauthorized } from './problems';
import { newSessionId, type SessionStore } from './sessionStore';
import type { StoredUser } from './userStore';

const DAY_S = 24 * 60 * 60;
export const TOKEN_LIFE_S = 30 * DAY_S;
/** A token with less time to live is renewed. */
const RENEWED_BEFORE_S = 15 * DAY_S;

/** How long a check of a session holds while the body of its request arrives. */
const CHECK_HOLDS_MS = 1000;

/** The claims of a token; times in epoch seconds, as JWT defines. */
interface TokenClaims {
  readonly id: number;
  readonly version: number;
  /** The id of the session; missing in tokens of older releases. */
  readonly sid?: string;
  readonly iat: number;
  readonly exp: number;
}

/** Signs tokens and checks signatures only. This module checks the claims, with our own clock. */
export interface Signer {
  sign(claims: TokenClaims): string;
  /** @throws for anything that we did not sign */
  verify(token: string): unknown;
}

export interface Session {
  readonly user: StoredUser;
  /** When the session ends before its token does, in epoch ms; null if it does not. */
  readonly endsAt: number | null;
  readonly claims: TokenClaims;
  /** Epoch ms. */
  readonly checkedAt: number;
}

const isClaims = (value: unknown): value is TokenClaims => {
  const { id, version, exp, sid = '' } = (value ?? {}) as Partial<Record<keyof TokenClaims, unknown>>;
  const areNumbers = Number.isSafeInteger(id) && Number.isSafeInteger(version) && Number.isSafeInteger(exp);
  return areNumbers && typeof sid === 'string';
};

/** The id of the session; null for a token of an older release. */
export const sidOf = ({ claims }: Session): string | null => claims.sid ?? null;

export const makeTokens = (signer: Signer, sessions: SessionStore, now: () => number) => {
  const claimsOf = (token: string): TokenClaims => {
    try {
      const claims = signer.verify(token);
      if (isClaims(claims)) return claims;
    } catch {
      // All invalid tokens get the same answer.
    }
    throw unauthorized();
  };

  const findUser = async (claims: TokenClaims) => {
    if (claims.exp * 1000 <= now()) throw unauthorized();
    const user = await sessions.find(claims.id, claims.sid ?? null);
    // After a restored backup, the id of a missing account may be given to another person.
    if (user && claims.iat < Math.floor(user.created_at / 1000)) throw unauthorized('Invalid credentials');
    const isOfNow = user?.token_version === claims.version || user?.token_version === user?.session_good_at;
    if (user?.blocked !== 0 || !isOfNow) throw unauthorized('Invalid credentials');
    if (user.session_ended_at !== null && user.session_ended_at <= now()) throw unauthorized('Invalid credentials');
    return user;
  };

  /** @param session the session's id; a new one by default */
  const issue = (user: StoredUser, session: string = newSessionId()): string => {
    const iat = Math.floor(Math.max(now(), user.created_at) / 1000);
    return signer.sign({ id: user.id, version: user.token_version, sid: session, iat, exp: iat + TOKEN_LIFE_S });
  };

  return {
    issue,
    /**
     * The caller's session.
     * @throws 401 when the token expired or was revoked, its session ended, or its user is gone
     */
    open: async (token: string): Promise<Session> => {
      const claims = claimsOf(token);
      const user = await findUser(claims);
      const checkedAt = now();
      await sessions.noteUse(user, claims.sid ?? null);
      return { user, claims, endsAt: user.session_ended_at, checkedAt };
    },
    /** Like `open`, for claims that were checked before. */
    sessionOf: async (claims: TokenClaims): Promise<Session> => {
      const user = await findUser(claims);
      return { user, claims, endsAt: user.session_ended_at, checkedAt: now() };
    },
    /** Whether the session was checked so long ago that it may have ended since. Also if the clock was set back. */
    isCheckDue: ({ checkedAt }: Session): boolean => Math.abs(now() - checkedAt) > CHECK_HOLDS_MS,
    /**
     * A new token if this one expires soon or has no session id, else null. A session that moved to another id with a new
     * password gets none: its browser would store it in place of the token that comes with the password.
     */
    renewed: ({ user, claims, endsAt }: Session): string | null => {
      const isFresh = claims.sid !== undefined && claims.exp - now() / 1000 > RENEWED_BEFORE_S;
      return isFresh || endsAt !== null ? null : issue(user, claims.sid);
    },
  };
};

export type Tokens = ReturnType<typeof makeTokens>;
