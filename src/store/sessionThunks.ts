import { type Capabilities, parseCapabilities } from '../contract/capabilities';
import { type Answer, type Outcome, outcomeOf, unanswered } from '../contract/outcomes';
import { parseLogin, parseUser, type User } from '../contract/user';
import { makeSend } from '../sync/http';
import type { HttpRequest } from '../sync/syncApi';
import type { AppThunk } from './appStore';
import { taskEnded, taskStarted } from './loadingSlice';
import { logged } from './logsSlice';
import { sessionEnded, sessionOpened, sessionOpening, userLoaded } from './sessionSlice';
import { activityChanged, capabilitiesLoaded } from './syncSlice';

/** Signing in, staying signed in, signing out. Data of a user are never touched here: they only open and close. */

type Request = Omit<HttpRequest, 'signal'>;

/** One call outside a round; `token` null sends no Authorization (a stale one would make a right password fail). */
const call =
  (request: Request, token: string | null, promises: (body: unknown) => boolean): AppThunk<Promise<Outcome>> =>
  async (_dispatch, _getState, { ports }) => {
    const send = makeSend({ ...ports, token: () => token, takesIdempotencyKey: () => false });
    try {
      const { status, body, header } = await send({ ...request, signal: new AbortController().signal });
      const answer: Answer = {
        status,
        body,
        retryAfter: header('Retry-After'),
        rateLimitReset: header('X-RateLimit-Reset'),
      };
      return outcomeOf('read', answer, promises, ports.now());
    } catch (error) {
      return unanswered(String(error));
    }
  };

const log =
  (level: 'info' | 'warn' | 'error', text: string): AppThunk =>
  (dispatch, _getState, { ports }) => {
    dispatch(logged({ time: ports.now(), level, text }));
  };

/** A token was refused: it goes, if it is still the one in use, and the data stay for when the same user is back. */
const expire =
  (token: string | null): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports, session }) => {
    if (ports.session.token() !== token) return;
    ports.session.clearToken(token);
    dispatch(log('warn', 'session expired'));
    dispatch(sessionEnded('expired'));
    await session.close();
  };

const open =
  (user: User): AppThunk<Promise<void>> =>
  async (dispatch, getState, { session }) => {
    dispatch(sessionOpening(user));
    dispatch(taskStarted('openData'));
    try {
      await session.open(user, { onSignedOut: (token) => void dispatch(expire(token)) });
      // Meanwhile another tab may have signed out, or somebody else in.
      const { phase, user: current } = getState().session;
      if (phase === 'opening' && current?.id === user.id) dispatch(sessionOpened(user));
    } finally {
      dispatch(taskEnded('openData'));
    }
  };

const loadCapabilities = (): AppThunk<Promise<void>> => async (dispatch) => {
  const outcome = await dispatch(call({ method: 'GET', path: '/capabilities' }, null, () => true));
  if (outcome.kind === 'ok') dispatch(capabilitiesLoaded(parseCapabilities(outcome.body) satisfies Capabilities));
};

/** Asks who the token belongs to. Without an answer the stored user stands; only a refusal ends the session. */
export const loadUser =
  (): AppThunk<Promise<User | null>> =>
  async (dispatch, getState, { ports }) => {
    const token = ports.session.token();
    const outcome = await dispatch(
      call({ method: 'GET', path: '/users/me' }, token, (body) => parseUser(body) !== null),
    );
    if (outcome.kind === 'signedOut') await dispatch(expire(token));
    const user = outcome.kind === 'ok' ? parseUser(outcome.body) : null;
    if (!user || ports.session.token() !== token) return null;
    ports.session.saveUser(user);
    if (getState().session.user?.id === user.id) dispatch(userLoaded(user));
    return user;
  };

/** Follows the stored token: opens its user, or shows the guest screen. Also what another tab's signing in or out leads to. */
export const followToken =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const token = ports.session.token();
    if (!token) {
      dispatch(sessionEnded('none'));
      await session.close();
      return;
    }
    const stored = ports.session.user();
    if (stored) {
      if (getState().session.phase === 'open' && getState().session.user?.id === stored.id) return;
      await dispatch(open(stored));
      void dispatch(loadUser());
      return;
    }
    dispatch(sessionOpening(null));
    const user = await dispatch(loadUser());
    if (user) await dispatch(open(user));
  };

/** The startup step: what the device says, who is signed in, what the provider offers. Resolves when the first screen is known. */
export const start =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    const readActivity = (): void => {
      dispatch(activityChanged({ isOnline: ports.activity.isOnline(), isActive: ports.activity.isVisible() }));
    };
    ports.activity.subscribe(readActivity);
    readActivity();
    ports.session.subscribe(() => void dispatch(followToken()));
    void dispatch(loadCapabilities());
    await dispatch(followToken());
  };

export type LogInResult = 'ok' | 'refused' | 'unreachable';

const enter =
  (path: string, body: unknown): AppThunk<Promise<{ result: LogInResult; message: string }>> =>
  async (dispatch, _getState, { ports }) => {
    dispatch(taskStarted('logIn'));
    try {
      const request = { method: 'POST', path, body } as const;
      const outcome = await dispatch(call(request, null, (answer) => parseLogin(answer) !== null));
      const login = outcome.kind === 'ok' ? parseLogin(outcome.body) : null;
      if (!login) {
        const message = outcome.kind === 'refused' ? outcome.message : '';
        const status = outcome.kind === 'refused' || outcome.kind === 'signedOut' ? ` (${outcome.status})` : '';
        dispatch(log('error', `sign-in failed: ${outcome.kind}${status}`));
        return { result: outcome.kind === 'retry' ? 'unreachable' : 'refused', message };
      }
      ports.session.save(login.jwt, login.user);
      await dispatch(open(login.user));
      return { result: 'ok', message: '' };
    } finally {
      dispatch(taskEnded('logIn'));
    }
  };

/** Sends what was typed, empty or not, as specified. Failures are logged and returned; the screen shows no words. */
export const logIn = (identifier: string, password: string) => enter('/auth/local', { identifier, password });

/** Creates an account where the provider offers it; the email also serves as the username. */
export const signUp = (email: string, password: string) =>
  enter('/auth/local/register', { username: email, email, password });

/** Ends the session by the user's wish. Unsent changes stay on this device for the same user. */
export const signOut =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports, session }) => {
    await session.close();
    ports.session.clearToken(ports.session.token());
    dispatch(log('info', 'signed out'));
    dispatch(sessionEnded('signedOut'));
  };
