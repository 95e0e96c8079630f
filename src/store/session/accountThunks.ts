import { isTooMany, type Outcome } from '../../contract/outcomes';
import { isObject } from '../../contract/records';
import { parseLogin } from '../../contract/user';
import { askOwn } from '../acts/askOwn';
import type { AppThunk } from '../state/appStore';
import { forgetAccount } from './signOut';

/** Requests about the user's account. They go to the server only: without an answer nothing is retried later. */

export type AccountAnswer =
  | { readonly kind: 'ok' }
  /** The server's message, for `passwordMessage.ts`. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'tooMany' }
  /** The server did not do it. */
  | { readonly kind: 'failed' }
  /** No answer came, so the server may have done it. */
  | { readonly kind: 'unanswered' };

/** The result of a request, as the account screens need it. */
export const answerOf = (outcome: Outcome): AccountAnswer => {
  if (outcome.kind === 'ok') return { kind: 'ok' };
  if (outcome.kind === 'refused') return { kind: 'refused', message: outcome.message };
  if (outcome.kind !== 'retry' || outcome.brokenBy === 'provider') return { kind: 'failed' };
  return { kind: isTooMany(outcome) ? 'tooMany' : 'unanswered' };
};

/** Whether the answer contains a sign-in. */
export const isLogin = (body: unknown): boolean => parseLogin(body) !== null;

/** A request whose answer contains a new token for this session. The new token replaces the one of the request. */
const askForToken =
  (path: string, body: object): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch, _getState, { ports }) => {
    const outcome = await dispatch(askOwn({ method: 'POST', path, body }, isLogin));
    const login = outcome.kind === 'ok' ? parseLogin(outcome.body) : null;
    if (login && outcome.token) ports.session.renewToken(outcome.token, login.jwt);
    return answerOf(outcome);
  };

/** Sets a new password, which ends all other sessions of the user. */
export const changePassword = (currentPassword: string, password: string): AppThunk<Promise<AccountAnswer>> =>
  askForToken('/auth/change-password', { currentPassword, password, passwordConfirmation: password });

/** Ends all other sessions of the user. */
export const signOutElsewhere = (): AppThunk<Promise<AccountAnswer>> => askForToken('/auth/logout-others', {});

/** The data of a large account need minutes at 20 kbit/s. */
const EXPORTED_WITHIN_MS = 5 * 60_000;

/** All data that the server has of the user, as text for a file. */
export const exportAccount = (): AppThunk<Promise<AccountAnswer & { readonly text: string }>> => async (dispatch) => {
  const request = { method: 'GET', path: '/users/me/export' } as const;
  const outcome = await dispatch(askOwn(request, isObject, EXPORTED_WITHIN_MS));
  return { ...answerOf(outcome), text: outcome.kind === 'ok' ? JSON.stringify(outcome.body, null, 2) : '' };
};

/** Deletes the account for ever, on the server and then on this device. */
export const removeAccount =
  (password: string): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch, getState) => {
    const userId = getState().session.user?.id;
    const outcome = await dispatch(askOwn({ method: 'DELETE', path: '/users/me', body: { password } }, isObject));
    if (outcome.kind === 'ok' && outcome.token && userId) await dispatch(forgetAccount(userId, outcome.token));
    return answerOf(outcome);
  };
