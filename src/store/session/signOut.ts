import type { UserId } from '../../contract/ids';
import { isObject } from '../../contract/records';
import { seenListsKey, USER_KEY, usualKey } from '../../contract/storageKeys';
import type { LocalStore } from '../../storage/localStore';
import { callProvider, QUESTION_TIMEOUT_MS } from '../acts/callProvider';
import { log } from '../acts/log';
import { shownToken } from '../acts/ownToken';
import type { AppThunk } from '../state/appStore';
import { selectCapabilities } from '../state/capabilitiesSlice';
import { sessionEnded } from '../state/sessionSlice';
import { selectIsOnline } from '../state/syncSlice';
import { followToken } from './followToken';

/** Signing out, and the end of a deleted account. */

const LOG_OUT = { method: 'POST', path: '/auth/logout', body: {} } as const;

/** Deletes the texts that are in local storage. */
const removeTexts = (local: LocalStore, user: UserId): void => {
  for (const key of [usualKey(user), seenListsKey(user)]) local.removeItem(key);
};

/**
 * Called after the account was deleted: ends its session and deletes its data on this device. Meanwhile the session may
 * have ended, and somebody else may have signed in: nothing of theirs is touched.
 * @param userId the deleted account
 * @param token its token
 */
export const forgetAccount =
  (userId: UserId, token: string): AppThunk<Promise<void>> =>
  async (dispatch, getState, { ports, session }) => {
    const isShown = getState().session.user?.id === userId;
    // Before the lead goes to another window, which would write the data back.
    ports.session.clearToken(token);
    if (isShown) await session.close();
    removeTexts(ports.local, userId);
    if (ports.session.user()?.id === userId) ports.local.removeItem(USER_KEY);
    // Nobody waits for a disk that may not answer. Data that cannot be deleted are of no use to anybody else here.
    ports.forgetUser(userId).catch((error) => dispatch(log('warn', `forgetting the account: ${String(error)}`)));
    if (!isShown) return;
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('none'));
  };

/** Signs out. Unsent changes stay on this device for the same user; the texts in local storage are deleted. */
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
    if (user) removeTexts(ports.local, user.id);
    await closed;
    // A separate request after the last round. Nobody waits for it; without a network the session expires by itself.
    if (token !== null && endsAtServer) void dispatch(callProvider(LOG_OUT, token, isObject, QUESTION_TIMEOUT_MS));
    dispatch(log('info', 'signed out'));
    // The last round may have taken long, and another tab may have signed somebody in meanwhile.
    if (ports.session.token()) await dispatch(followToken());
    else dispatch(sessionEnded('none'));
  };
