import { DONE_PATTERN_MS, UNDONE_PATTERN_MS } from '../device/haptics';
import { PUSH_DEBOUNCE_MS } from '../sync/timing';
import type { Extra } from './appStore';
import { errorRaised, errorsCleared } from './errorsSlice';
import { isIntentAction, itemChecked } from './intents';
import { makeListenerMiddleware, type StartListening } from './startListening';
import { activityChanged, collectionsPaused, collectionsRunning } from './syncSlice';

/** When a round is due: some time after the last local change, and at once when the network or the person comes back. */

const isLocalChange = (action: { type: string }): boolean =>
  isIntentAction(action) || action.type === 'sync/changesHeard';

const pushAfterChanges = (startListening: StartListening): void => {
  startListening({
    predicate: isLocalChange,
    effect: async (_action, { cancelActiveListeners, delay, extra }) => {
      cancelActiveListeners();
      const data = extra.session.data();
      if (data) extra.ports.onUnsent(data.userId);
      await delay(PUSH_DEBOUNCE_MS);
      // The wait can be cancelled by the next change; the round it ends in cannot.
      void extra.session.sync({});
    },
  });
};

const followActivity = (startListening: StartListening): void => {
  startListening({
    actionCreator: activityChanged,
    effect: ({ payload }, { dispatch, extra, getOriginalState }) => {
      const before = getOriginalState().status;
      extra.session.setVisible(payload.isActive);
      if (!payload.isOnline) {
        dispatch(errorRaised({ id: 'noConnectionError', reason: 'offline' }));
        dispatch(collectionsPaused());
        return;
      }
      const isBack = !before.isOnline || (payload.isActive && !before.isActive);
      if (!before.isOnline) dispatch(errorsCleared(['noConnectionError']));
      if (!isBack) return;
      dispatch(errorsCleared(['syncManagerPullError', 'syncManagerPushError']));
      if (payload.isActive) dispatch(collectionsRunning());
      void extra.session.sync({ restart: true });
    },
  });
};

/** The person's own tick is felt; remote ones never come as this action. */
const vibrateOnTick = (startListening: StartListening): void => {
  startListening({
    actionCreator: itemChecked,
    effect: ({ payload }, { extra }) => extra.ports.vibrate(payload.done ? DONE_PATTERN_MS : UNDONE_PATTERN_MS),
  });
};

const keepStorageAfterFirstWrite = (startListening: StartListening): void => {
  startListening({
    predicate: isIntentAction,
    effect: (_action, { extra, unsubscribe }) => {
      unsubscribe();
      extra.ports.keepStorage();
    },
  });
};

export const makeSyncListeners = (extra: Extra) => {
  const listeners = makeListenerMiddleware(extra);
  for (const start of [pushAfterChanges, followActivity, vibrateOnTick, keepStorageAfterFirstWrite]) {
    start(listeners.startListening);
  }
  return listeners;
};
