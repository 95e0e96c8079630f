import { NO_CAPABILITIES } from '../../contract/capabilities';
import type { RoundCapabilities } from '../../storage/providerMemory';
import type { DiffMode } from '../../sync/round/rowRequest';
import { type RoundEnd, type RoundPorts, runRound } from '../../sync/round/runRound';
import { messageOf } from '../../sync/tabs/tabChannel';
import { makeSend } from '../../sync/wire/http';
import { makeSyncApi } from '../../sync/wire/syncApi';
import { ROUND_STALL_MS, WHOLE_PULL_MS } from '../../sync/wire/timing';
import { clearErrors } from '../acts/clearErrors';
import { log } from '../acts/log';
import { isReplaced } from '../acts/ownToken';
import type { AppStore, AppThunk } from '../state/appStore';
import { selectCapabilities, selectIsProviderKnown } from '../state/capabilitiesSlice';
import { errorRaised } from '../state/errorsSlice';
import { taskEnded, taskStarted } from '../state/loadingSlice';
import type { Ports } from '../state/ports';
import type { OnSignedOut, RoundRequest, UserData } from '../state/session';
import { fetchCapabilities } from './loadCapabilities';

/** One round of the open user: connects it with the store and the ports, and shows its result. */

/** State that outlives a lead, because a tab gets the lead again each time the person returns to it. */
export interface RoundMemory {
  /** When this tab's last whole pull began, or the session; epoch ms. */
  wholeAt: number;
  readonly diffMode: DiffMode;
}

/** The open user, with the store and the ports. */
export interface UserWorld {
  readonly store: AppStore;
  readonly ports: Ports;
  readonly data: UserData;
  readonly onSignedOut: OnSignedOut;
}

export interface RoundWorld extends UserWorld {
  readonly memory: RoundMemory;
}

export interface RunningRound {
  readonly controller: AbortController;
  readonly token: string;
  /** When a part of an answer last came, or the round began or last applied something; epoch ms. */
  heardAt: number;
}

/** How the round ended. `broke` is a bug in the app. */
type PerformedEnd = RoundEnd | { readonly kind: 'broke'; readonly reason: string };

/** What follows a round: nothing, another round at once, or another one later. */
type Verdict = { readonly kind: 'done' | 'again' } | { readonly kind: 'retry'; readonly afterMs: number | null };

export const isQuietFor = (ms: number, { heardAt }: RunningRound, now: number): boolean => Math.abs(now - heardAt) > ms;

const portsOf = (
  { store, ports, data, memory }: RoundWorld,
  round: RunningRound,
  { idempotency, cascade }: RoundCapabilities,
): RoundPorts => {
  const { signal } = round.controller;
  const heard = (): void => {
    round.heardAt = ports.now();
  };
  const send = makeSend({ ...ports, heard, token: () => round.token });
  return {
    api: makeSyncApi(send, ports.now),
    host: {
      state: () => store.getState().data,
      apply: async (event) => {
        heard();
        store.dispatch(event);
        const message = messageOf(event);
        if (message) data.tell(message);
        await data.journal.flushed();
      },
    },
    now: ports.now,
    signal,
    hasNoLocks: ports.hasNoLocks === true,
    isDiskSilent: data.journal.isSilent,
    canSend: data.isRead(),
    instance: ports.tab,
    newId: ports.newId,
    diffMode: memory.diffMode,
    hasCascade: cascade,
    // A provider on another origin may refuse an unknown header.
    takesKeys: ports.isSameOrigin || idempotency,
  };
};

/**
 * What the provider offers to a round. Its last answer is valid until a newer one, and it is asked if there is none. A
 * guess would lose something: the server cannot distinguish a repeated write without a key from a new one, and it keeps
 * a removed list without the items that were removed before it. A provider that does not answer offers nothing.
 * @param signal aborts when the round that waits is cancelled
 */
const askedProvider =
  (signal: AbortSignal): AppThunk<Promise<RoundCapabilities>> =>
  async (dispatch, getState, { ports }) => {
    if (selectIsProviderKnown(getState())) return selectCapabilities(getState());
    // If the disk or a code file cannot be read, the server is asked again.
    const last = await ports
      .openProviderMemory()
      .then((memory) => memory.read())
      .catch(() => null);
    return last ?? (await dispatch(fetchCapabilities(signal))) ?? NO_CAPABILITIES;
  };

/** Runs one round, and cancels it if the server says nothing for `ROUND_STALL_MS`. Never rejects. */
export const performRound = async (
  world: RoundWorld,
  round: RunningRound,
  request: RoundRequest,
): Promise<PerformedEnd> => {
  const { store, ports, data, memory } = world;
  store.dispatch(taskStarted('fetchLists'));
  const watchdog = setInterval(() => {
    if (isQuietFor(ROUND_STALL_MS, round, ports.now())) round.controller.abort();
  }, ROUND_STALL_MS / 4);
  try {
    // Another tab may have been killed between storing a change and sending its message.
    await data.catchUp();
    const offered = await store.dispatch(askedProvider(round.controller.signal));
    const startedAt = ports.now();
    const force = request.force || Math.abs(startedAt - memory.wholeAt) >= WHOLE_PULL_MS;
    const end = await runRound(portsOf(world, round, offered), { force });
    // A round that could not send a row has still read everything. Otherwise each round would read everything again while
    // that row waits.
    const hasRead = end.kind === 'done' || (end.kind === 'failed' && end.stage === 'push');
    if (force && hasRead) memory.wholeAt = startedAt;
    return end;
  } catch (error) {
    return { kind: 'broke', reason: String(error) };
  } finally {
    clearInterval(watchdog);
    store.dispatch(taskEnded('fetchLists'));
  }
};

/** Shows and logs the result of a round, and returns what follows. */
export const reportRound = (
  { store, ports, data, onSignedOut }: UserWorld,
  end: PerformedEnd,
  token: string,
): Verdict => {
  switch (end.kind) {
    case 'done':
      return { kind: 'done' };
    case 'failed': {
      const id = end.stage === 'pull' ? 'syncManagerPullError' : 'syncManagerPushError';
      if (end.stage === 'push') store.dispatch(clearErrors(['syncManagerPullError']));
      store.dispatch(errorRaised({ id, reason: end.reason }));
      store.dispatch(log('warn', `sync ${end.stage} failed: ${end.reason}`));
      return { kind: 'retry', afterMs: end.afterMs };
    }
    case 'broke':
      store.dispatch(log('error', `sync round broke: ${end.reason}`));
      return { kind: 'retry', afterMs: null };
    case 'signedOut':
      if (isReplaced(ports.session, data.userId, token)) return { kind: 'again' };
      onSignedOut(token);
      return { kind: 'done' };
    case 'aborted':
      store.dispatch(log('info', 'sync round given up'));
      return { kind: 'again' };
  }
};
