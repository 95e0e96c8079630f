import type { UnknownAction } from '@reduxjs/toolkit';
import { DONE_PATTERN_MS, UNDONE_PATTERN_MS } from '../../device/haptics';
import { isSyncEvent } from '../../sync/model/syncEvents';
import { type Change, isMadeAgain, type RowPlace } from '../../sync/model/syncState';
import { PUSH_DEBOUNCE_MS } from '../../sync/wire/timing';
import { clearErrors } from '../acts/clearErrors';
import { blankAdded, isIntentAction, itemChecked, itemsChecked } from '../acts/intents';
import { log } from '../acts/log';
import type { Extra } from '../state/appStore';
import { sessionOpened, userLoaded } from '../state/sessionSlice';
import { makeListenerMiddleware, type StartListening } from '../state/startListening';
import { activityChanged, setBackNoticed } from '../state/syncSlice';
import { selectUnsentCount } from '../view/viewSelectors';
import { loadUser } from './followToken';
import { isGoodRound } from './startListeners';

/**
 * Starts rounds: some time after the last local change, and at once when the network or the person is back. Also the
 * other effects of actions in a session: requests, vibration and storage. They come with the first session.
 */

/** The changes of other tabs that this action brings from the disk. None for a whole read. */
const readChanges = (action: UnknownAction): readonly Change[] =>
  isSyncEvent(action) && action.type === 'sync/recordsRead' && !action.payload.isWhole ? action.payload.changes : [];

/** Whether the action has changes of this tab, or changes of another tab that this tab has just read. */
const isLocalChange = (action: UnknownAction): boolean => isIntentAction(action) || readChanges(action).length > 0;

const touchedRows = (action: UnknownAction): readonly RowPlace[] =>
  isIntentAction(action) ? action.payload.intents : readChanges(action);

/** Each pressed key is a separate change. The leading tab drops those that later ones replace. */
const compactLongRows = (startListening: StartListening): void => {
  startListening({
    predicate: isLocalChange,
    effect: (action, { extra: { session } }) => {
      const data = session.data();
      if (data?.writesBase()) data.compact(touchedRows(action));
    },
  });
};

const tellWorker = ({ ports, session }: Extra): void => {
  const data = session.data();
  if (data) ports.onUnsent(data.userId);
};

const pushAfterChanges = (startListening: StartListening): void => {
  startListening({
    predicate: isLocalChange,
    effect: async (_action, { cancelActiveListeners, delay, extra, getOriginalState }) => {
      // One message is enough: the worker keeps its marker until the log is empty.
      if (selectUnsentCount(getOriginalState()) === 0) tellWorker(extra);
      cancelActiveListeners();
      await delay(PUSH_DEBOUNCE_MS);
      // The next change can cancel this wait, but not the round after it.
      void extra.session.sync({});
    },
  });
};

const followActivity = (startListening: StartListening): void => {
  startListening({
    actionCreator: activityChanged,
    effect: ({ payload }, { dispatch, extra, getOriginalState, getState }) => {
      const before = getOriginalState().status;
      // This may be the last message from a page that is being closed.
      if (before.isActive && !payload.isActive && selectUnsentCount(getState()) > 0) tellWorker(extra);
      extra.session.setVisible(payload.isActive);
      const isBack = !before.isOnline || (payload.isActive && !before.isActive);
      if (!payload.isOnline || !isBack) return;
      dispatch(clearErrors(['syncManagerPullError', 'syncManagerPushError']));
      void extra.session.sync({ restart: true });
    },
  });
};

/** The next leading tab may succeed where this one failed. */
const forgetFailures = (startListening: StartListening): void => {
  startListening({
    predicate: isGoodRound,
    effect: (_action, { dispatch }) => dispatch(clearErrors(['syncManagerPullError', 'syncManagerPushError'])),
  });
};

/** The changes that this tab, the leading tab or the worker has made again, because the server was set back. */
const changesMadeAgain = (action: UnknownAction): readonly Change[] =>
  isSyncEvent(action) && action.type === 'sync/serverSetBack'
    ? action.payload.changes
    : readChanges(action).filter(isMadeAgain);

/** The number of changes, without their content. */
const noticeSetBack = (startListening: StartListening): void => {
  startListening({
    predicate: (action) => changesMadeAgain(action).length > 0,
    effect: (action, { dispatch }) => {
      dispatch(setBackNoticed());
      dispatch(log('warn', `the server was set back: ${changesMadeAgain(action).length} changes made again`));
    },
  });
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Asks once a day who is signed in, after a round. The answer renews a token that expires soon, so a page that is never
 * loaded again does not sign out.
 */
const askDailyWhoItIs = (startListening: StartListening): void => {
  let askedAt: number | null = null;
  for (const actionCreator of [sessionOpened, userLoaded] as const)
    startListening({
      actionCreator,
      effect: (_action, { extra }) => {
        askedAt = extra.ports.now();
      },
    });
  startListening({
    predicate: isGoodRound,
    effect: (_action, { dispatch, extra: { ports } }) => {
      // A clock that was ahead may have been set right since.
      if (askedAt === null || Math.abs(ports.now() - askedAt) < DAY_MS) return;
      askedAt = ports.now();
      void dispatch(loadUser());
    },
  });
};

/** Vibrates at the person's own tick. Ticks of other devices are never this action. */
const vibrateOnTick = (startListening: StartListening): void => {
  for (const actionCreator of [itemChecked, itemsChecked] as const)
    startListening({
      actionCreator,
      effect: ({ payload }, { extra }) => extra.ports.vibrate(payload.done ? DONE_PATTERN_MS : UNDONE_PATTERN_MS),
    });
};

/** An empty row that a list opens with is no write of the person's. */
const keepStorageAfterFirstWrite = (startListening: StartListening): void => {
  startListening({
    predicate: (action) => isIntentAction(action) && !blankAdded.match(action),
    effect: (_action, { extra, unsubscribe }) => {
      unsubscribe();
      extra.ports.keepStorage();
    },
  });
};

export const makeSyncListeners = (extra: Extra) => {
  const listeners = makeListenerMiddleware(extra);
  const starts = [
    pushAfterChanges,
    compactLongRows,
    followActivity,
    forgetFailures,
    askDailyWhoItIs,
    noticeSetBack,
    vibrateOnTick,
    keepStorageAfterFirstWrite,
  ];
  for (const start of starts) start(listeners.startListening);
  return listeners;
};
