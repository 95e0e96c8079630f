import { isObject } from '../../contract/records';
import { USER_KEY, usualKey } from '../../contract/storageKeys';
import { parseLogin, parseUser, type User } from '../../contract/user';
import { ChunkLoadError } from '../../device/fetchChunk';
import { callProvider, callWithHeaders, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import { clearErrors } from '../acts/clearErrors';
import type { AppThunk } from '../state/appStore';
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
import { activityChanged, selectCapabilities, selectIsOnline } from '../state/syncSlice';
import { loadCapabilities } from './loadCapabilities';

/** Signing in, staying signed in, signing out. Data of a user are never touched here: they only open and close. */

const log =
  (level: 'info' | 'warn' | 'error', text: string): AppThunk =>
  (dispatch, _getState, { ports }) => {
    dispatch(logged({ time: ports.now(), level, text }));
  };

/** A token was refused: it goes, if it is still the one in use, and the data stay for when the same user is back. */
const expire =
  (token: string | null): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports, session }) => {
    // A browser that was killed may have brought back a token of before: the younger one is not to go with it.
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
    // What an opening complained of that failed, this one complains of anew if it still holds.
    dispatch(clearErrors(['storageError', 'syncManagerPullError']));
    try {
      const isWanted = await session.open(user, { onSignedOut: (token) => void dispatch(expire(token)) });
      // Meanwhile another tab may have signed out, or somebody else in.
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
 * Asks who the token belongs to. Without an answer the stored user stands; only a refusal ends the session.
 * @param tries how often the server was asked about the stored user in vain
 */
export const loadUser =
  (tries = 0): AppThunk<Promise<User | null>> =>
  async (dispatch, getState, { ports }) => {
    const token = ports.session.token();
    // Meanwhile another tab may have signed out.
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
    // The token is not theirs whose data are shown: a page died between writing the one and the other.
    else if (shown) void dispatch(followToken());
    return user;
  };

/** Asks who the token belongs to while nobody knows it, and opens their data when the server says. */
export const identifyUser = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  if (!selectIsUserUnknown(getState())) return;
  const user = await dispatch(loadUser());
  if (user && selectIsUserUnknown(getState())) await dispatch(open(user));
};

/**
 * Follows the stored token: opens its user, or shows the guest screen. Also what another tab's signing in or out leads to.
 * @param tries how often the server was asked in vain who that is; it is asked again in time (`syncListeners.ts`), and when the
 *   network is back
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
      // Of a user whose sign-out took its time, and who is signed in again by another tab, the data are closed by now.
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
 * Whether what is shown is not what the stored token says: a page that the browser kept for the way back, or froze, hears nothing
 * of who signs in or out meanwhile; and what failed to open once may open now.
 */
const isStale =
  (): AppThunk<boolean> =>
  (_dispatch, getState, { ports }) => {
    if (selectIsLoading(getState(), 'openData')) return false;
    const { phase, user } = getState().session;
    if (ports.session.token() === null) return phase === 'open' || phase === 'opening';
    return phase !== 'starting' && (phase !== 'open' || user?.id !== ports.session.user()?.id);
  };

/** The startup step: what the device says, who is signed in, what the provider offers. Resolves when the first screen is known. */
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

/** Nobody but `outcomes.ts` reads a status; this is its word for one. */
const isTooMany = (reason: string): boolean => reason === 'status 429';

type Login = NonNullable<ReturnType<typeof parseLogin>>;

const openWith =
  ({ jwt, user }: Login): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { ports }) => {
    ports.session.save(jwt, user);
    await dispatch(open(user));
  };

/** Takes a session that was not asked for by signing in: opened where nobody is signed in, and left where somebody else is. */
export const acceptLogin =
  (login: Login): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports }) => {
    const current = ports.session.user();
    if (ports.session.token() === null) await dispatch(openWith(login));
    // The data stay open, and go on with the new token.
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

/** Sends what was typed, empty or not, as specified. Failures are logged and returned; the screen shows no words. */
export const logIn = (identifier: string, password: string) => enter('/auth/local', { identifier, password });

/** Looks around in the provider's demo account, where it has one. */
export const openDemo = () => enter('/auth/demo', {});

/** Creates an account where the provider offers it; the email also serves as the username. */
export const signUp = (email: string, password: string) =>
  enter('/auth/local/register', { username: email, email, password });

const LOG_OUT = { method: 'POST', path: '/auth/logout', body: {} } as const;

/**
 * The account is no more: the session ends, and what this device stored of it goes.
 * @param token of the account; whoever signed in meanwhile stays signed in
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
      // What cannot be removed now is of no use to anybody else on this device either.
      await ports
        .forgetUser(user.id)
        .catch((error) => dispatch(log('warn', `forgetting the account: ${String(error)}`)));
    }
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('signedOut'));
  };

/** Ends the session by the user's wish. Unsent changes stay on this device for the same user; what they used to buy does not. */
export const signOut =
  (): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const token = ports.session.token();
    const { user } = getState().session;
    const endsAtServer = selectCapabilities(getState()).account && selectIsOnline(getState());
    const closed = session.close(token);
    // At once: a last round may take its time, and whoever closes the window meanwhile has signed out.
    ports.session.clearToken(token);
    if (user) ports.local.removeItem(usualKey(user.id));
    await closed;
    // Its own call, after the last round: nobody waits for the answer, and without a network the session ends by itself.
    if (token !== null && endsAtServer) void dispatch(callProvider(LOG_OUT, token, isObject, QUESTION_TIMEOUT_MS));
    dispatch(log('info', 'signed out'));
    // The last round may have taken its time, and another tab may have signed somebody in meanwhile.
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('signedOut'));
  };
