import { unauthorized } from './problems';
import type { StoredUser, UserStore } from './userStore';

export const TOKEN_LIFE_S = 30 * 24 * 60 * 60;

/** What a token says; times in epoch seconds as JWT has them. */
export interface TokenClaims {
  readonly id: number;
  readonly version: number;
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
  const { id, version, exp } = (value ?? {}) as Partial<Record<keyof TokenClaims, unknown>>;
  return Number.isSafeInteger(id) && Number.isSafeInteger(version) && Number.isSafeInteger(exp);
};

export const makeTokens = (signer: Signer, users: UserStore, now: () => number) => {
  const claimsOf = (token: string): TokenClaims => {
    try {
      const claims = signer.verify(token);
      if (isClaims(claims)) return claims;
    } catch {
      // Whatever is wrong with a token, the answer is the same.
    }
    throw unauthorized();
  };

  /** The user of the claims as they are now. @throws 401 when the token ran out, was revoked, or its user is gone */
  const sessionOf = async (claims: TokenClaims): Promise<Session> => {
    if (claims.exp * 1000 <= now()) throw unauthorized();
    const user = await users.byId(claims.id);
    // After a backup was restored, the id of an account that is gone may be given to another person.
    if (user && claims.iat < Math.floor(user.created_at / 1000)) throw unauthorized('Invalid credentials');
    if (user?.blocked !== 0 || user.token_version !== claims.version) throw unauthorized('Invalid credentials');
    return { user, claims };
  };

  return {
    issue: (user: StoredUser): string => {
      const iat = Math.floor(Math.max(now(), user.created_at) / 1000);
      return signer.sign({ id: user.id, version: user.token_version, iat, exp: iat + TOKEN_LIFE_S });
    },
    open: (token: string): Promise<Session> => sessionOf(claimsOf(token)),
    sessionOf,
  };
};

export type Tokens = ReturnType<typeof makeTokens>;
