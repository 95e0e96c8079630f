import type { RowId } from '../../contract/ids';
import type { Outcome } from '../../contract/outcomes';
import type { SyncEvent } from '../model/syncEvents';
import type { SyncState } from '../model/syncState';
import type { SyncApi } from '../wire/syncApi';

/** What sending needs of the world, and how it ends. */

/** Where a round reads and writes: the store of a page, or the worker's own state. */
export interface SyncHost {
  state(): SyncState;
  /** Reduces the event at once; resolves when it is on disk. */
  apply(event: SyncEvent): Promise<void>;
}

export interface RequestPorts {
  readonly api: SyncApi;
  readonly host: SyncHost;
  readonly now: () => number;
  /** Aborted when the round is given up; no answer is applied after that. */
  readonly signal: AbortSignal;
  /** The rows on which the provider broke in this round. */
  readonly broken: Set<RowId>;
}

/** Reading needs less. */
export type PullPorts = Pick<RequestPorts, 'api' | 'host' | 'now' | 'signal'>;

/** How a request ended: through, or why the rest of the round must wait. */
export type RequestEnd = { readonly kind: 'through' } | Extract<Outcome, { kind: 'retry' | 'signedOut' }>;
export const THROUGH: RequestEnd = { kind: 'through' };

/** Whether it ended for this request alone, as far as one can tell: others may go through. */
export const isBroken = (end: RequestEnd): boolean => end.kind === 'retry' && end.brokenBy !== undefined;

/** Of several ends the one to go by: what concerns all requests before what concerns one row. */
export const worstOf = (ends: readonly RequestEnd[]): RequestEnd => {
  const stops = ends.filter(({ kind }) => kind !== 'through');
  const forAll = stops.find(({ kind }) => kind === 'signedOut') ?? stops.find((end) => !isBroken(end));
  return forAll ?? stops[0] ?? THROUGH;
};
