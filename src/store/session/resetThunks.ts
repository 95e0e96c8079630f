import { isObject } from '../../contract/records';
import { parseLogin } from '../../contract/user';
import { callProvider, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import type { AppThunk } from '../state/appStore';
import { type AccountAnswer, answerOf, isLogin } from './accountThunks';
import { acceptLogin } from './signIn';

/** Resetting a forgotten password by a link in a mail. */

/** Asks the server to mail a link, if the account exists. The mail is in the language of the app. */
export const requestReset =
  (email: string, language: string): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch) => {
    const request = { method: 'POST', path: '/auth/forgot-password', body: { email }, language } as const;
    return answerOf(await dispatch(callProvider(request, null, isObject, QUESTION_TIMEOUT_MS)));
  };

/** Sets the password of the account that got the code. Ends all its sessions and starts one here. */
export const resetPassword =
  (code: string, password: string): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch) => {
    const body = { code, password, passwordConfirmation: password };
    const request = { method: 'POST', path: '/auth/reset-password', body } as const;
    const outcome = await dispatch(callProvider(request, null, isLogin, QUESTION_TIMEOUT_MS));
    const login = outcome.kind === 'ok' ? parseLogin(outcome.body) : null;
    if (login) await dispatch(acceptLogin(login));
    return answerOf(outcome);
  };
