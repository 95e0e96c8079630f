import type { Outcome } from '../../contract/outcomes';
import { parseLogin } from '../../contract/user';
import type { AppThunk } from '../state/appStore';
import { selectUser } from '../state/sessionSlice';
import { callProvider, QUESTION_PATIENCE_MS } from './callProvider';
import { ownToken } from './ownToken';

/** The account of who is signed in, at the server alone: nothing is kept for later when there is no answer. */

export type AccountAnswer =
  | { readonly kind: 'ok' }
  /** The server's words, for `accountMessage.ts`. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'tooMany' }
  | { readonly kind: 'unreachable' };

const TOO_MANY = 'status 429';

/** What became of a call, in the words of this account's screens. */
export const answerOf = (outcome: Outcome): AccountAnswer => {
  if (outcome.kind === 'ok') return { kind: 'ok' };
  if (outcome.kind === 'refused') return { kind: 'refused', message: outcome.message };
  return { kind: outcome.kind === 'retry' && outcome.reason === TOO_MANY ? 'tooMany' : 'unreachable' };
};

const isLogin = (body: unknown): boolean => parseLogin(body) !== null;

/** A call that is answered with a token for this session, which takes the place of the one it was asked with. */
const askForToken =
  (path: string, body: object): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch, getState, { ports }) => {
    const user = selectUser(getState());
    const token = user && ownToken(ports.session, user.id);
    if (!token) return { kind: 'unreachable' };
    const outcome = await dispatch(callProvider({ method: 'POST', path, body }, token, isLogin, QUESTION_PATIENCE_MS));
    const login = outcome.kind === 'ok' ? parseLogin(outcome.body) : null;
    if (login) ports.session.renewToken(token, login.jwt);
    return answerOf(outcome);
  };

/** Sets a new password; all other sessions of the user end. */
export const changePassword = (currentPassword: string, password: string): AppThunk<Promise<AccountAnswer>> =>
  askForToken('/auth/change-password', { currentPassword, password, passwordConfirmation: password });

/** Ends all other sessions of the user. */
export const signOutElsewhere = (): AppThunk<Promise<AccountAnswer>> => askForToken('/auth/logout-others', {});
