import { failureText } from '../../contract/outcomes';
import { COLLECTIONS, type Collection } from '../../contract/records';
import { syncEvent } from '../model/syncEvents';
import { isWholePull } from '../wire/timing';
import { askPull, takePull } from './pullCollection';
import { type PushPorts, pushChanges, unknownRowsOf } from './pushChanges';
import type { SyncHost } from './rowRequest';

/**
 * One sync round: pull, integrate, plan, send, settle or refuse each row. The caller holds the lock and has read the
 * stored log. Failures of the network or the server never throw; they become a `RoundEnd`.
 */
export interface RoundPorts extends Omit<PushPorts, 'postponed' | 'unread' | 'unknownRows'> {
  /** The name of this tab or worker in the operation records. */
  readonly instance: string;
  readonly newId: () => string;
  /**
   * Whether the stored log could be read before this round. Otherwise nothing is sent, because it may depend on that
   * log.
   */
  readonly canSend: boolean;
}

export type RoundEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'failed';
      readonly stage: 'pull' | 'push';
      readonly reason: string;
      readonly afterMs: number | null;
      /** The collections that the provider refused to send. The round continued without them. */
      readonly refused?: readonly Collection[];
    };

type Failed = Extract<RoundEnd, { kind: 'failed' }>;

/**
 * Pulls both collections, requested at the same time. A pull that the provider refuses counts as failed, but the round
 * continues. A failure that stops the round also cancels the other request.
 */
const pullAll = async (
  ports: RoundPorts,
  options: { readonly isWhole: boolean; readonly roundStartedAt: number },
): Promise<RoundEnd> => {
  const asking = new AbortController();
  const endAsking = (): void => asking.abort();
  ports.signal.addEventListener('abort', endAsking);
  const unread: Collection[] = [];
  let refused: Failed | null = null;
  let listsClock: string | null = null;
  try {
    for (const asked of COLLECTIONS.map((collection) => askPull(ports, collection, options, asking.signal))) {
      const { collection } = asked;
      const result = await takePull(ports, asked, options, listsClock);
      const answer = await asked.answer;
      if (collection === 'lists' && answer.kind === 'ok') listsClock = answer.value.clock?.at ?? null;
      if (result.kind === 'ok') continue;
      if (result.kind === 'signedOut') return { kind: 'signedOut' };
      const reason = `${collection} ${failureText(result)}`;
      const failed: Failed = { kind: 'failed', stage: 'pull', reason, afterMs: null };
      if (result.kind === 'retry') return { ...failed, reason: result.reason, afterMs: result.afterMs };
      unread.push(collection);
      refused ??= { ...failed, refused: unread };
    }
  } finally {
    endAsking();
    ports.signal.removeEventListener('abort', endAsking);
  }
  return refused ?? { kind: 'done' };
};

const runSteps = async (ports: RoundPorts, isWhole: boolean, roundStartedAt: number): Promise<RoundEnd> => {
  const unknownRows = unknownRowsOf(ports.host.state());
  const pulled = await pullAll(ports, { isWhole, roundStartedAt });
  const unread = pulled.kind === 'done' ? [] : pulled.kind === 'failed' ? pulled.refused : undefined;
  if (!unread) return pulled;
  if (!ports.canSend) return { kind: 'failed', stage: 'push', reason: 'what is stored cannot be read', afterMs: null };
  const end = await pushChanges({ ...ports, unread, unknownRows, postponed: new Set() });
  if (end.kind === 'signedOut') return { kind: 'signedOut' };
  return end.kind === 'retry' ? { kind: 'failed', stage: 'push', reason: end.reason, afterMs: end.afterMs } : pulled;
};

const startOperation = async (ports: RoundPorts, collection: Collection, start: number): Promise<string> => {
  const id = ports.newId();
  await ports.host.apply(syncEvent('sync/operationStarted', { id, collection, instance: ports.instance, start }));
  return id;
};

/** After the end of a round nothing is applied any more, whatever answer still comes. */
const hostUntil = (signal: AbortSignal, { state, apply }: SyncHost): SyncHost => ({
  state,
  apply: async (event) => {
    if (!signal.aborted) await apply(event);
  },
});

/** Runs one round. `force` pulls everything from the beginning. */
export const runRound = async (given: RoundPorts, { force }: { readonly force: boolean }): Promise<RoundEnd> => {
  const ports: RoundPorts = { ...given, host: hostUntil(given.signal, given.host) };
  const start = ports.now();
  const { roundStartedAt } = ports.host.state().base;
  const isWhole = force || isWholePull(roundStartedAt, start);
  const operations = await Promise.all(COLLECTIONS.map((collection) => startOperation(ports, collection, start)));
  const end = await runSteps(ports, isWhole, start);
  if (ports.signal.aborted) return { kind: 'aborted' };
  const error = end.kind === 'done' ? null : end.kind === 'failed' ? `${end.stage}: ${end.reason}` : end.kind;
  for (const id of operations) {
    const status = error === null ? 'done' : 'error';
    await ports.host.apply(syncEvent('sync/operationEnded', { id, end: ports.now(), status, error }));
  }
  return end;
};
