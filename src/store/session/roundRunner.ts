import { type RoundEnd, type RoundPorts, runRound } from '../../sync/round/runRound';
import type { SendRequest } from '../../sync/wire/call';
import { makeSend } from '../../sync/wire/http';
import type { PatchForm } from '../../sync/wire/patchForm';
import { makeSyncApi } from '../../sync/wire/syncApi';
import { backoff, nextTryMs, ROUND_STALL_MS, STREAM_RETRY_MS, WHOLE_PULL_MS } from '../../sync/wire/timing';
import { clearErrors } from '../acts/clearErrors';
import { isReplaced, ownToken } from '../acts/ownToken';
import type { AppStore } from '../state/appStore';
import { errorRaised } from '../state/errorsSlice';
import { selectIsLoading, taskEnded, taskStarted } from '../state/loadingSlice';
import { logged } from '../state/logsSlice';
import type { Ports } from '../state/ports';
import type { RoundRequest, UserData } from '../state/session';
import { roundEnded, roundStarted, selectCapabilities, selectIsOnline } from '../state/syncSlice';
import { makeRoundHost } from './roundHost';
import { takesKeys } from './takesKeys';

/** Runs rounds for the open user, one at a time, and comes back after a failure. */
export interface RoundRunner {
  /**
   * Runs a round now; while one runs, another follows it. `restart` gives up a running round that has gone quiet.
   * Resolves when the round that answers this call has ended.
   * @param lastToken where none is stored any more
   */
  run(request: RoundRequest, lastToken?: string | null): Promise<void>;
  /** Gives up what runs and what waits; no answer is applied after that. */
  stop(): Promise<void>;
}

/** On return to the app a round that heard nothing for this long is taken for dead. */
const QUIET_MS = 3000;

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  heardAt: number;
}

export interface RunnerEvents {
  /** The token this round used was refused. */
  readonly onSignedOut: (token: string | null) => void;
}

/** What outlives a lead: who looks into another window now and then leads anew each time. */
export interface RoundMemory {
  /** When the last whole pull that this tab asked for began, or the session; epoch ms. */
  wholeAt: number;
  readonly patchForm: PatchForm;
}

export const makeRoundRunner = (
  store: AppStore,
  ports: Ports,
  data: UserData,
  events: RunnerEvents,
  memory: RoundMemory,
): RoundRunner => {
  let running: Running | null = null;
  let isAgainWanted: RoundRequest | null = null;
  let failures = 0;
  /** The server named a delay: until it is over only the person or the returning network may begin a round. */
  let isToldToWait = false;
  let lastToken: string | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let isStopped = false;

  const log = (level: 'info' | 'warn' | 'error', text: string) =>
    store.dispatch(logged({ time: ports.now(), level, text }));

  const heard = (): void => {
    if (running) running.heardAt = ports.now();
  };

  const makePorts = (controller: AbortController, token: string | null, hasIdempotency: boolean): RoundPorts => {
    const send = makeSend({ ...ports, token: () => token, takesIdempotencyKey: () => hasIdempotency });
    const noticed: SendRequest = async (request) => {
      const answer = await send(request);
      heard();
      return answer;
    };
    return {
      api: makeSyncApi(noticed, ports.now, memory.patchForm),
      host: makeRoundHost(store, data, controller.signal, heard),
      now: ports.now,
      signal: controller.signal,
      isStuck: data.journal.isStuck,
      canSend: data.isRead(),
      instance: ports.tab,
      newId: ports.newId,
      isDiffMode: ports.isDiffMode,
      hasCascade: selectCapabilities(store.getState()).cascade,
      hasIdempotency,
    };
  };

  const scheduleRetry = (afterMs: number | null): void => {
    const waitMs = nextTryMs(backoff(STREAM_RETRY_MS * 2, failures, ports.random()), afterMs);
    failures += 1;
    isToldToWait = afterMs !== null;
    retry = setTimeout(() => {
      isToldToWait = false;
      void run({});
    }, waitMs);
  };

  const report = (end: RoundEnd, token: string | null): void => {
    switch (end.kind) {
      case 'done':
        failures = 0;
        isToldToWait = false;
        return;
      case 'failed': {
        const id = end.stage === 'pull' ? 'syncManagerPullError' : 'syncManagerPushError';
        if (end.stage === 'push') store.dispatch(clearErrors(['syncManagerPullError']));
        store.dispatch(errorRaised({ id, reason: end.reason }));
        log('warn', `sync ${end.stage} failed: ${end.reason}`);
        scheduleRetry(end.afterMs);
        return;
      }
      case 'signedOut':
        if (isReplaced(ports.session, data.userId, token)) isAgainWanted ??= {};
        else events.onSignedOut(token);
        return;
      case 'aborted':
        log('info', 'sync round given up');
    }
  };

  const isQuietFor = (ms: number, { heardAt }: Running): boolean => Math.abs(ports.now() - heardAt) > ms;

  const runOnce = async (request: RoundRequest, controller: AbortController, token: string): Promise<void> => {
    store.dispatch(roundStarted());
    if (!selectIsLoading(store.getState(), 'fetchLists')) store.dispatch(taskStarted('fetchLists'));
    const watchdog = setInterval(() => {
      if (running && isQuietFor(ROUND_STALL_MS, running)) controller.abort();
    }, ROUND_STALL_MS / 4);
    try {
      // A tab may have died between writing a change and telling of it.
      await data.catchUp();
      const keys = await store.dispatch(takesKeys(controller.signal));
      const startedAt = ports.now();
      const force = request.force || Math.abs(startedAt - memory.wholeAt) >= WHOLE_PULL_MS;
      const end = await runRound(makePorts(controller, token, keys), { force });
      // Also where a row cannot be sent: else each round would read all anew for as long as it waits.
      const hasRead = end.kind === 'done' || (end.kind === 'failed' && end.stage === 'push');
      if (force && hasRead) memory.wholeAt = startedAt;
      if (!isStopped) report(end, token);
      if (end.kind === 'aborted' && !isStopped) isAgainWanted ??= {};
    } catch (error) {
      // Only a bug gets here; the round must still end, and come back.
      log('error', `sync round broke: ${String(error)}`);
      if (!isStopped) scheduleRetry(null);
    } finally {
      clearInterval(watchdog);
      store.dispatch(taskEnded('fetchLists'));
      store.dispatch(roundEnded());
    }
  };

  const start = (request: RoundRequest, token: string): Promise<void> => {
    if (retry) clearTimeout(retry);
    retry = null;
    // Without its timer nothing would end the wait.
    isToldToWait = false;
    isAgainWanted = null;
    const controller = new AbortController();
    const ended = runOnce(request, controller, token).then(() => {
      running = null;
      return isAgainWanted ? run(isAgainWanted) : undefined;
    });
    running = { controller, ended, heardAt: ports.now() };
    return ended;
  };

  const run = (request: RoundRequest): Promise<void> => {
    const token = ownToken(ports.session, data.userId) ?? lastToken;
    const isPaused = isStopped || token === null || !selectIsOnline(store.getState());
    if (isPaused) return Promise.resolve();
    if (running) {
      isAgainWanted = { force: Boolean(request.force || isAgainWanted?.force) };
      if (request.restart && isQuietFor(QUIET_MS, running)) running.controller.abort();
      return running.ended;
    }
    const mustWait = isToldToWait && !request.force && !request.restart;
    return mustWait ? Promise.resolve() : start(request, token);
  };

  return {
    run: (request, token = null) => {
      lastToken = token;
      return run(request);
    },
    stop: async () => {
      isStopped = true;
      if (retry) clearTimeout(retry);
      running?.controller.abort();
      await running?.ended;
    },
  };
};
