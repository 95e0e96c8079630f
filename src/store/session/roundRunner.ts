import { backoff, nextTryMs, STREAM_RETRY_MS } from '../../sync/wire/timing';
import { ownToken } from '../acts/ownToken';
import type { RoundRequest } from '../state/session';
import { selectIsOnline } from '../state/syncSlice';
import { isQuietFor, performRound, type RoundWorld, type RunningRound, reportRound } from './performRound';

/** Runs rounds for the open user, one at a time, and retries after a failure. */
export interface RoundRunner {
  /**
   * Runs a round now. If one is running, another follows it. `restart` cancels a running round that gets no answers.
   * Resolves when the round for this call has ended.
   */
  run(request: RoundRequest): Promise<void>;
  /** Cancels the running and the waiting round. No answer is applied after that. */
  stop(): Promise<void>;
}

type Phase =
  | { readonly kind: 'idle' | 'stopped' }
  | { readonly kind: 'running'; readonly round: RunningRound; ended: Promise<void>; again: RoundRequest | null }
  | {
      readonly kind: 'waiting';
      readonly timer: ReturnType<typeof setTimeout>;
      /** The server named the delay. Until its end only the person or the returning network may start a round. */
      readonly isServersDelay: boolean;
    };

/** When the person returns to the app, a round without an answer for this time counts as dead. */
const QUIET_MS = 3000;

/** @param lastToken used if no token is stored any more */
export const makeRoundRunner = (world: RoundWorld, lastToken: () => string | null): RoundRunner => {
  const { store, ports, data } = world;
  let phase: Phase = { kind: 'idle' };
  /** The number of failed rounds in a row. */
  let failures = 0;

  const waitFor = (afterMs: number | null): Phase => {
    const waitMs = nextTryMs(backoff(STREAM_RETRY_MS * 2, failures, ports.random()), afterMs);
    failures += 1;
    const timer = setTimeout(() => {
      phase = { kind: 'idle' };
      void run({});
    }, waitMs);
    return { kind: 'waiting', timer, isServersDelay: afterMs !== null };
  };

  const begin = (request: RoundRequest, token: string): Promise<void> => {
    if (phase.kind === 'waiting') clearTimeout(phase.timer);
    const round: RunningRound = { controller: new AbortController(), token, heardAt: ports.now() };
    const mine: Phase = { kind: 'running', round, ended: Promise.resolve(), again: null };
    phase = mine;
    mine.ended = performRound(world, round, request).then((end) => {
      if (phase !== mine) return undefined;
      const verdict = reportRound(world, end, token);
      // A refused token may just have ended the session.
      if (phase !== mine) return undefined;
      if (verdict.kind === 'done') failures = 0;
      phase = verdict.kind === 'retry' ? waitFor(verdict.afterMs) : { kind: 'idle' };
      const again = mine.again ?? (verdict.kind === 'again' ? {} : null);
      return again ? run(again) : undefined;
    });
    return mine.ended;
  };

  const run = (request: RoundRequest): Promise<void> => {
    const token = ownToken(ports.session, data.userId) ?? lastToken();
    if (phase.kind === 'stopped' || token === null || !selectIsOnline(store.getState())) return Promise.resolve();
    if (phase.kind === 'running') {
      phase.again = { force: Boolean(request.force || phase.again?.force) };
      if (request.restart && isQuietFor(QUIET_MS, phase.round, ports.now())) phase.round.controller.abort();
      return phase.ended;
    }
    const mustWait = phase.kind === 'waiting' && phase.isServersDelay && !request.force && !request.restart;
    return mustWait ? Promise.resolve() : begin(request, token);
  };

  return {
    run,
    stop: async () => {
      const before = phase;
      phase = { kind: 'stopped' };
      if (before.kind === 'waiting') clearTimeout(before.timer);
      if (before.kind !== 'running') return;
      before.round.controller.abort();
      await before.ended;
    },
  };
};
