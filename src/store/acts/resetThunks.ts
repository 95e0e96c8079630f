import { isObject } from '../../contract/records';
import type { AppThunk } from '../state/appStore';
import { type AccountAnswer, answerOf } from './accountThunks';
import { callProvider, QUESTION_PATIENCE_MS } from './callProvider';

/** A forgotten password, set anew with the link of a mail. Whoever is signed in on this device has no part in it. */

const ask =
  (path: string, body: object): AppThunk<Promise<AccountAnswer>> =>
  async (dispatch) =>
    answerOf(await dispatch(callProvider({ method: 'POST', path, body }, null, isObject, QUESTION_PATIENCE_MS)));

/** Has a link mailed, if there is such an account. */
export const askForReset = (email: string): AppThunk<Promise<AccountAnswer>> => ask('/auth/forgot-password', { email });

/** Sets the password of the account that the code was mailed to; all its sessions end. */
export const resetPassword =
  (code: string, password: string): AppThunk<Promise<AccountAnswer>> =>
  (dispatch) => {
    const body = { code, password, passwordConfirmation: password };
    return dispatch(ask('/auth/reset-password', body));
  };
