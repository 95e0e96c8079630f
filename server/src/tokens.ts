import { unauthorized } from './problems';
import { newSessionId, type SessionStore } from './sessionStore';
import type { StoredUser } from './userStore';

const DAY_S = 24 * 60 * 60;
export const TOKEN_LIFE_S = 30 * DAY_S;
/** A token with less time left is renewed. */
const RENEWED_BEFORE_S = 15 * DAY_S;

/** What a token says; times in epoch seconds as JWT has them. */
export interface TokenClaims {
  readonly id: number;
  readonly version: number;
  /** The id of the session. Tokens of older releases have none. */
  readonly sid?: string;
  readonly iat: number;
  readonly exp: number;
}

/** Signing and checking of the signature alone; what the claims mean is decided here, by our clock. */
export interface Signer {
  sign(claims: TokenClaims): string;
  /** Throws for anything not signed by us. */
  verify(token: string): unknown;
}

export interface Session {
  readonly user: StoredUser;
  readonly claims: TokenClaims;
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
      // Whatever is wrong with a token, the answer is the same.
    }
    throw unauthorized();
  };

  const findUser = async (claims: TokenClaims) => {
    if (claims.exp * 1000 <= now()) throw unauthorized();
    const user = await sessions.find(claims.id, claims.sid ?? null);
    // After a backup was restored, the id of an account that is gone may be given to another person.
    if (user && claims.iat < Math.floor(user.created_at / 1000)) throw unauthorized('Invalid credentials');
    const isOfNow = user?.token_version === claims.version || user?.token_version === user?.session_good_at;
    if (user?.blocked !== 0 || !isOfNow) throw unauthorized('Invalid credentials');
    if (user.session_ended_at !== null && user.session_ended_at <= now()) throw unauthorized('Invalid credentials');
    return user;
  };

  /** @param session the id of the session; a new one where none is given */
  const issue = (user: StoredUser, session: string = newSessionId()): string => {
    const iat = Math.floor(Math.max(now(), user.created_at) / 1000);
    return signer.sign({ id: user.id, version: user.token_version, sid: session, iat, exp: iat + TOKEN_LIFE_S });
  };

  return {
    issue,
    /** Who asks. @throws 401 when the token ran out, was revoked, its session ended, or its user is gone */
    open: async (token: string): Promise<Session> => {
      const claims = claimsOf(token);
      const user = await findUser(claims);
      await sessions.see(user, claims.sid ?? null);
      return { user, claims };
    },
    /** As `open`, for who was let in before. */
    sessionOf: async (claims: TokenClaims): Promise<Session> => ({ user: await findUser(claims), claims }),
    /** A token that lives longer, for one that is in its last days or names no session yet; else null. */
    renewed: ({ user, claims }: Session): string | null => {
      const isFresh = claims.sid !== undefined && claims.exp - now() / 1000 > RENEWED_BEFORE_S;
      return isFresh ? null : issue(user, claims.sid);
    },
  };
};

export type Tokens = ReturnType<typeof makeTokens>;
