import { parseUser, type User } from '../../contract/user';
import { ChunkLoadError } from '../../device/fetchChunk';
import { callWithHeaders, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import { clearErrors } from '../acts/clearErrors';
import { log } from '../acts/log';
import type { AppThunk } from '../state/appStore';
import { errorRaised } from '../state/errorsSlice';
import { selectIsLoading, taskEnded, taskStarted } from '../state/loadingSlice';
import {
  askedInVain,
  selectIsUserUnanswered,
  selectIsUserUnknown,
  sessionEnded,
  sessionOpened,
  sessionOpening,
  userLoaded,
} from '../state/sessionSlice';
import { activityChanged } from '../state/syncSlice';
import { loadCapabilities } from './loadCapabilities';

/** Opens the data of the user whose token is stored, and closes them when the token is gone. */

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

export const openUserSession =
  (user: User): AppThunk<Promise<void>> =>
  async (dispatch, getState, { session }) => {
    dispatch(sessionOpening(user));
    dispatch(taskStarted('openData'));
    // Errors of an earlier, failed opening are cleared. This opening raises them again if they persist.
    dispatch(clearErrors(['storageError', 'syncManagerPullError']));
    try {
      const isWanted = await session.open(user, (token) => void dispatch(expire(token)));
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
  if (user && selectIsUserUnknown(getState())) await dispatch(openUserSession(user));
};

/**
 * Follows the stored token: opens its user, or shows the guest screen. Also runs when another tab signs in or out.
 * @param tries the number of earlier requests for the user without an answer. `startListeners.ts` repeats them after a
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
      await dispatch(openUserSession(stored));
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
