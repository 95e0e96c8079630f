import { hash, verify } from '@node-rs/argon2';

/**
 * The cost of a hash: memory in KiB and passes. Tests use a small one. The default follows OWASP's advice for argon2id.
 */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

const DEFAULT_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * One form for what looks the same: two systems may type "ż" as one character or as two (RFC 8265, section 4.2: NFC).
 */
const inOneForm = (password: string): string => password.normalize('NFC');

export const makePasswords = (cost: PasswordCost = DEFAULT_COST) => {
  const options = { ...cost, parallelism: 1 };
  let decoy: Promise<string> | null = null;
  return {
    hash: (password: string): Promise<string> => hash(inOneForm(password), options),
    /** Without a stored hash a dummy is verified, so that an unknown user takes as long as a wrong password. */
    matches: async (stored: string | null, password: string): Promise<boolean> => {
      decoy ??= hash('nobody has this password', options);
      const known = stored ?? (await decoy);
      const one = inOneForm(password);
      // Older releases stored the hash of what was typed.
      const isRight = (await verify(known, one)) || (one !== password && (await verify(known, password)));
      return stored !== null && isRight;
    },
  };
};

export type Passwords = ReturnType<typeof makePasswords>;
