import type { UnknownAction } from '@reduxjs/toolkit';
import { isSyncEvent } from '../../sync/model/syncEvents';
import { backoff } from '../../sync/wire/timing';
import { clearErrors } from '../acts/clearErrors';
import type { Extra } from '../state/appStore';
import { selectIsProviderKnown } from '../state/capabilitiesSlice';
import { errorRaised } from '../state/errorsSlice';
import { askedInVain, guestTroubled, selectIsUserUnanswered, selectIsUserUnknown } from '../state/sessionSlice';
import { makeListenerMiddleware, type StartListening } from '../state/startListening';
import { activityChanged, streamPhaseChanged } from '../state/syncSlice';
import { followToken, loadUser } from './followToken';
import { loadCapabilities } from './loadCapabilities';

/** What follows from actions also while nobody is signed in: the message without a network, and requests that had no answer. */

const followNetwork = (startListening: StartListening): void => {
  startListening({
    actionCreator: activityChanged,
    effect: ({ payload }, { dispatch, getOriginalState }) => {
      if (!payload.isOnline) {
        dispatch(errorRaised({ id: 'noConnectionError', reason: 'offline' }));
      } else if (!getOriginalState().status.isOnline) {
        dispatch(clearErrors(['noConnectionError']));
        dispatch(guestTroubled(null));
      }
    },
  });
};

/** A round of this tab, of the leading tab or of the worker. */
export const isGoodRound = (action: UnknownAction): boolean =>
  isSyncEvent(action) && action.type === 'sync/operationEnded' && action.payload.status === 'done';

/** The provider has answered this tab or the leading one, or it may be reachable again. */
const isProviderNear = (action: UnknownAction): boolean => {
  if (activityChanged.match(action)) return action.payload.isOnline && action.payload.isActive;
  if (streamPhaseChanged.match(action)) return action.payload === 'connected';
  return isGoodRound(action);
};

const askWhatIsOffered = (startListening: StartListening): void => {
  startListening({
    predicate: (action, state) => isProviderNear(action) && !selectIsProviderKnown(state),
    effect: (_action, { dispatch }) => dispatch(loadCapabilities()),
  });
};

const FIRST_RETRY_MS = 2000;

/**
 * Asks again who is signed in, after a request without an answer. There is one timer; each such request restarts it. Each
 * return to the app asks too.
 */
const askAgainWhoItIs = (startListening: StartListening): void => {
  startListening({
    actionCreator: askedInVain,
    effect: async ({ payload: tries }, { cancelActiveListeners, delay, dispatch, extra: { ports }, getState }) => {
      cancelActiveListeners();
      await delay(backoff(FIRST_RETRY_MS, tries, ports.random()));
      if (!ports.activity.isOnline()) return;
      if (selectIsUserUnknown(getState())) void dispatch(followToken(tries + 1));
      else if (selectIsUserUnanswered(getState())) void dispatch(loadUser(tries + 1));
    },
  });
};

export const makeStartListeners = (extra: Extra) => {
  const listeners = makeListenerMiddleware(extra);
  for (const start of [followNetwork, askWhatIsOffered, askAgainWhoItIs]) start(listeners.startListening);
  return listeners;
};
