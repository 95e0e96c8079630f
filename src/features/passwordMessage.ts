import { DEMO_REFUSAL } from '../contract/demoRefusal';
import { SHORTEST_PASSWORD } from '../contract/user';
import type { AccountAnswer } from '../store/session/accountThunks';

/** Says that no answer came, and how to find out whether the server did it. */
type Unsure = 'account.passwordUnsure' | 'account.removalUnsure' | 'reset.unsure';

export interface PasswordMessage {
  readonly key:
    | 'account.passwordMissing'
    | 'account.wrongPassword'
    | 'account.samePassword'
    | 'account.tooMany'
    | 'account.offline'
    | 'account.failed'
    | 'account.demo'
    | Unsure
    | 'reset.linkDead'
    | 'signUp.passwordTooShort'
    | 'signUp.passwordTooCommon'
    | 'signUp.passwordTooLong';
  /** The number in the server's message, for texts that need one. */
  readonly count: number;
  /** The field that the message is about; null for any other message. */
  readonly field: 'current' | 'new' | null;
}

/** The messages of our server, in English like Strapi's. An empty new password counts as too short. */
const ANSWERS: readonly [RegExp, Pick<PasswordMessage, 'key' | 'field'>][] = [
  [new RegExp(DEMO_REFUSAL), { key: 'account.demo', field: null }],
  [/current password is invalid/i, { key: 'account.wrongPassword', field: 'current' }],
  [/incorrect code/i, { key: 'reset.linkDead', field: null }],
  [/must be different/i, { key: 'account.samePassword', field: 'new' }],
  [/password.*(at least|required)|errors occurred/i, { key: 'signUp.passwordTooShort', field: 'new' }],
  [/password.*at most/i, { key: 'signUp.passwordTooLong', field: 'new' }],
  [/password.*too common/i, { key: 'signUp.passwordTooCommon', field: 'new' }],
];

/** Said without asking the server. */
export const PASSWORD_MISSING: PasswordMessage = {
  key: 'account.passwordMissing',
  count: SHORTEST_PASSWORD,
  field: 'current',
};

/**
 * Translates the server's answer about a password or the account into one of our texts.
 * @param isOnline whether there was a network when the request was sent
 * @param unsure the text for a lost answer; "failed" where trying again does no harm
 */
export const passwordMessage = (
  answer: Exclude<AccountAnswer, { readonly kind: 'ok' }>,
  isOnline: boolean,
  unsure: Unsure | 'account.failed' = 'account.failed',
): PasswordMessage => {
  const plain = { count: SHORTEST_PASSWORD, field: null };
  if (!isOnline) return { ...plain, key: 'account.offline' };
  if (answer.kind === 'tooMany') return { ...plain, key: 'account.tooMany' };
  if (answer.kind === 'unanswered') return { ...plain, key: unsure };
  const found = answer.kind === 'refused' ? ANSWERS.find(([pattern]) => pattern.test(answer.message)) : undefined;
  return { ...plain, ...(found?.[1] ?? { key: 'account.failed' }) };
};
