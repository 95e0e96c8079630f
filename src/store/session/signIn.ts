import { isTooMany } from '../../contract/outcomes';
import { parseLogin } from '../../contract/user';
import { callProvider } from '../acts/callProvider';
import { log } from '../acts/log';
import type { AppThunk } from '../state/appStore';
import { taskEnded, taskStarted } from '../state/loadingSlice';
import { guestTroubled } from '../state/sessionSlice';
import { followToken, openUserSession } from './followToken';

/** Signing in, and signing up. */

type Login = NonNullable<ReturnType<typeof parseLogin>>;

const openWith =
  ({ jwt, user }: Login): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    ports.session.save(jwt, user);
    await dispatch(openUserSession(user));
  };

/**
 * Uses a session that a link or a new password brought. Opens it if nobody is signed in; drops it if somebody else is.
 */
export const acceptLogin =
  (login: Login): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports }) => {
    const current = ports.session.user();
    if (ports.session.token() === null) await dispatch(openWith(login));
    // The data stay open and use the new token.
    else if (current?.id === login.user.id) {
      ports.session.save(login.jwt, login.user);
      if (getState().session.phase !== 'open') await dispatch(followToken());
    }
  };

export type LogInResult = 'ok' | 'refused' | 'unreachable';

const enter =
  (path: string, body: unknown): AppThunk<Promise<{ result: LogInResult; message: string }>> =>
  async (dispatch, _getState, { ports }) => {
    const tokenBefore = ports.session.token();
    dispatch(taskStarted('logIn'));
    dispatch(guestTroubled(null));
    try {
      const request = { method: 'POST', path, body } as const;
      const outcome = await dispatch(callProvider(request, null, (answer) => parseLogin(answer) !== null));
      const login = outcome.kind === 'ok' ? parseLogin(outcome.body) : null;
      if (!login) {
        const message = outcome.kind === 'refused' ? outcome.message : '';
        const status = outcome.kind === 'refused' || outcome.kind === 'signedOut' ? ` (${outcome.status})` : '';
        dispatch(log('error', `sign-in failed: ${outcome.kind}${status}`));
        if (outcome.kind === 'retry') dispatch(guestTroubled(isTooMany(outcome) ? 'tooMany' : 'unreachable'));
        return { result: outcome.kind === 'retry' ? 'unreachable' : 'refused', message };
      }
      // Somebody has signed in meanwhile, by the other form or in another tab, and stays.
      if (ports.session.token() === tokenBefore) await dispatch(openWith(login));
      return { result: 'ok', message: '' };
    } finally {
      dispatch(taskEnded('logIn'));
    }
  };

/**
 * Sends the typed values, even empty ones, as specified. Failures are logged and returned; the screen shows no text.
 */
export const logIn = (identifier: string, password: string) => enter('/auth/local', { identifier, password });

/** Signs in to the provider's demo account, if it has one. */
export const openDemo = () => enter('/auth/demo', {});

/** Creates an account, if the provider offers it. The email is also the username. */
export const signUp = (email: string, password: string) =>
  enter('/auth/local/register', { username: email, email, password });
