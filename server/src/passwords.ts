import { hash, verify } from '@node-rs/argon2';

/** What a hash costs: memory in KiB and passes. Tests use a small one; the default follows OWASP's argon2id advice. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

const DEFAULT_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

export const makePasswords = (cost: PasswordCost = DEFAULT_COST) => {
  const options = { ...cost, parallelism: 1 };
  let decoy: Promise<string> | null = null;
  return {
    hash: (password: string): Promise<string> => hash(password, options),
    /** With no hash to compare to, a decoy is verified: an unknown user takes as long as a wrong password. */
    matches: async (stored: string | null, password: string): Promise<boolean> => {
      decoy ??= hash('nobody has this password', options);
      const isRight = await verify(stored ?? (await decoy), password);
      return stored !== null && isRight;
    },
  };
};

export type Passwords = ReturnType<typeof makePasswords>;
