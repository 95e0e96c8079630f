import { isObject } from '../../contract/records';
import { USER_KEY, usualKey } from '../../contract/storageKeys';
import { parseLogin, parseUser, type User } from '../../contract/user';
import { ChunkLoadError } from '../../device/fetchChunk';
import { callProvider, callWithHeaders, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import { clearErrors } from '../acts/clearErrors';
import { shownToken } from '../acts/ownToken';
import type { AppThunk } from '../state/appStore';
import { selectCapabilities } from '../state/capabilitiesSlice';
import { errorRaised } from '../state/errorsSlice';
import { selectIsLoading, taskEnded, taskStarted } from '../state/loadingSlice';
import { logged } from '../state/logsSlice';
import {
  askedInVain,
  guestTroubled,
  selectIsUserUnanswered,
  selectIsUserUnknown,
  sessionEnded,
  sessionOpened,
  sessionOpening,
  userLoaded,
} from '../state/sessionSlice';
import { activityChanged, selectIsOnline } from '../state/syncSlice';
import { loadCapabilities } from './loadCapabilities';

/**
 * Signing in, keeping the session, signing out. These functions open and close a user's data, and never change them.
 */

const log =
  (level: 'info' | 'warn' | 'error', text: string): AppThunk =>
  (dispatch, _getState, { ports }) => {
    dispatch(logged({ time: ports.now(), level, text }));
  };

/** Handles a refused token: clears it if it is still in use. The data stay for the time when the same user is back. */
const expire =
  (token: string | null): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports, session }) => {
    // After a kill the browser may have restored an older token. The newer token must not be cleared with it.
    await ports.session.agreed();
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
    // Errors of an earlier, failed opening are cleared. This opening raises them again if they persist.
    dispatch(clearErrors(['storageError', 'syncManagerPullError']));
    try {
      const isWanted = await session.open(user, { onSignedOut: (token) => void dispatch(expire(token)) });
      // Another tab may have signed out meanwhile, or signed in somebody else.
      const { phase, user: current } = getState().session;
      if (isWanted && phase === 'opening' && current?.id === user.id) dispatch(sessionOpened(user));
    } catch (error) {
      const id = error instanceof ChunkLoadError ? 'syncManagerPullError' : 'storageError';
      dispatch(errorRaised({ id, reason: String(error) }));
      throw error;
    } finally {
      dispatch(taskEnded('openData'));
    }
  };

/**
 * Asks the server whose token this is. Without an answer the stored user stays valid; only a refusal ends the session.
 * @param tries the number of earlier requests without an answer
 */
export const loadUser =
  (tries = 0): AppThunk<Promise<User | null>> =>
  async (dispatch, getState, { ports }) => {
    const token = ports.session.token();
    // Another tab may have signed out meanwhile.
    if (token === null) return null;
    const request = { method: 'GET', path: '/users/me' } as const;
    const { outcome, header } = await dispatch(
      callWithHeaders(request, token, (body) => parseUser(body) !== null, QUESTION_TIMEOUT_MS),
    );
    if (outcome.kind === 'signedOut') await dispatch(expire(token));
    if (outcome.kind === 'retry' && ports.session.token() === token && !selectIsUserUnknown(getState()))
      dispatch(askedInVain(tries));
    const user = outcome.kind === 'ok' ? parseUser(outcome.body) : null;
    if (!user || ports.session.token() !== token) return null;
    ports.session.saveUser(user);
    const renewed = header('X-Renewed-Token');
    if (renewed) ports.session.renewToken(token, renewed);
    const shown = getState().session.user;
    if (shown?.id === user.id) dispatch(userLoaded(user));
    // The token belongs to another user than the shown data: a page was killed between writing the user and the token.
    else if (shown) void dispatch(followToken());
    return user;
  };

/** If the token's user is unknown, asks the server for the user and opens their data. */
export const identifyUser = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (!selectIsUserUnknown(getState())) return;
  const user = await dispatch(loadUser());
  if (user && selectIsUserUnknown(getState())) await dispatch(open(user));
};

/**
 * Follows the stored token: opens its user, or shows the guest screen. Also runs when another tab signs in or out.
 * @param tries the number of earlier requests for the user without an answer. `syncListeners.ts` repeats them after a
 *   time and when the network is back
 */
export const followToken =
  (tries = 0): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const token = ports.session.token();
    if (!token) {
      dispatch(sessionEnded('none'));
      await session.close();
      return;
    }
    const stored = ports.session.user();
    if (stored) {
      const { phase, user } = getState().session;
      // If a sign-out took long and another tab signed the same user in again, the data are closed now.
      if (phase === 'open' && user?.id === stored.id && session.data()) return;
      await dispatch(open(stored));
      void dispatch(loadUser());
      return;
    }
    dispatch(sessionOpening(null));
    await dispatch(identifyUser());
    if (!selectIsUserUnknown(getState())) return;
    dispatch(errorRaised({ id: 'syncManagerPullError', reason: 'nobody said whose token this is' }));
    dispatch(askedInVain(tries));
  };

/**
 * Whether the page shows something else than the stored token says. A page in the back/forward cache or a frozen page
 * gets no message about sign-ins and sign-outs. And an opening that failed before may succeed now.
 */
const isStale =
  (): AppThunk<boolean> =>
  (_dispatch, getState, { ports }) => {
    if (selectIsLoading(getState(), 'openData')) return false;
    const { phase, user } = getState().session;
    if (ports.session.token() === null) return phase === 'open' || phase === 'opening';
    return phase !== 'starting' && (phase !== 'open' || user?.id !== ports.session.user()?.id);
  };

/** The start: reads the device, the signed-in user and the capabilities. Resolves when the first screen is known. */
export const startSession =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports }) => {
    const readActivity = (): void => {
      const [isOnline, isActive] = [ports.activity.isOnline(), ports.activity.isVisible()];
      dispatch(activityChanged({ isOnline, isActive }));
      const isDue = selectIsUserUnknown(getState()) ? isOnline : dispatch(isStale());
      if (isActive && isDue) dispatch(followToken()).catch(() => undefined);
      else if (isActive && isOnline && selectIsUserUnanswered(getState())) void dispatch(loadUser());
    };
    ports.activity.subscribe(readActivity);
    readActivity();
    ports.session.subscribe(() => void dispatch(followToken()));
    void dispatch(loadCapabilities());
    await dispatch(followToken());
  };

/** The error code of a status. Only `outcomes.ts` interprets a status. */
const isTooMany = (reason: string): boolean => reason === 'status 429';

type Login = NonNullable<ReturnType<typeof parseLogin>>;

const openWith =
  ({ jwt, user }: Login): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    ports.session.save(jwt, user);
    await dispatch(open(user));
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
  async (dispatch) => {
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
        if (outcome.kind === 'retry') dispatch(guestTroubled(isTooMany(outcome.reason) ? 'tooMany' : 'unreachable'));
        return { result: outcome.kind === 'retry' ? 'unreachable' : 'refused', message };
      }
      await dispatch(openWith(login));
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

const LOG_OUT = { method: 'POST', path: '/auth/logout', body: {} } as const;

/**
 * Called after the account was deleted: ends the session and deletes the account's data on this device.
 * @param token of the account; somebody who signed in meanwhile stays signed in
 */
export const forgetAccount =
  (token: string): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const { user } = getState().session;
    await session.close();
    ports.session.clearToken(token);
    if (user) {
      ports.local.removeItem(usualKey(user.id));
      if (ports.session.user()?.id === user.id) ports.local.removeItem(USER_KEY);
      // Data that cannot be deleted now are of no use to anybody else on this device.
      await ports
        .forgetUser(user.id)
        .catch((error) => dispatch(log('warn', `forgetting the account: ${String(error)}`)));
    }
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('signedOut'));
  };

/** Signs out. Unsent changes stay on this device for the same user; the items for suggestions are deleted. */
export const signOut =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const { user } = getState().session;
    // Another tab may have signed somebody else in, and this tab has not heard of it yet. With that token the last round
    // would send these data to that person.
    const token = user ? shownToken(getState(), ports.session) : ports.session.token();
    const endsAtServer = selectCapabilities(getState()).account && selectIsOnline(getState());
    const closed = session.close(token);
    // Before the last round, which may take long: a person who closes the window meanwhile has signed out.
    ports.session.clearToken(token);
    if (user) ports.local.removeItem(usualKey(user.id));
    await closed;
    // A separate request after the last round. Nobody waits for it; without a network the session expires by itself.
    if (token !== null && endsAtServer) void dispatch(callProvider(LOG_OUT, token, isObject, QUESTION_TIMEOUT_MS));
    dispatch(log('info', 'signed out'));
    // The last round may have taken long, and another tab may have signed somebody in meanwhile.
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('signedOut'));
  };
