import type { RowId } from '../../contract/ids';
import type { Outcome } from '../../contract/outcomes';
import type { SyncEvent } from '../model/syncEvents';
import type { SyncState } from '../model/syncState';
import type { SyncApi } from '../wire/syncApi';

/** What sending needs, and its possible results. */

/** The state that a round reads and changes: the store of a page, or the worker's own state. */
export interface SyncHost {
  state(): SyncState;
  /** Reduces the event at once. Resolves when it is stored. */
  apply(event: SyncEvent): Promise<void>;
}

/** Lasts as long as the session. */
export interface DiffMode {
  isOn: boolean;
}

export interface RequestPorts {
  readonly api: SyncApi;
  readonly host: SyncHost;
  readonly now: () => number;
  /** Whether updates are sent as PATCH. Turned off if the provider does not know the method. */
  readonly diffMode: DiffMode;
  /** The provider takes idempotency keys. Another origin would refuse the preflight of an unknown header. */
  readonly takesKeys: boolean;
  /** Whether the disk has not answered a transaction. Then nothing is sent. */
  readonly isDiskSilent: () => boolean;
  /** Aborted when the round is cancelled. Nothing is sent or applied after that. */
  readonly signal: AbortSignal;
  /** The rows that wait for the next round. */
  readonly postponed: Set<RowId>;
}

/** What a pull needs, which is less. */
export type PullPorts = Pick<RequestPorts, 'api' | 'host' | 'now' | 'signal'>;

/** The result of a request: ok, or why the rest of the round must wait. */
export type RequestEnd = { readonly kind: 'through' } | Extract<Outcome, { kind: 'retry' | 'signedOut' }>;
export const THROUGH: RequestEnd = { kind: 'through' };

/** Whether the failure probably concerns only this request, so that others may succeed. */
export const concernsOneRequest = (end: RequestEnd): boolean => end.kind === 'retry' && end.brokenBy !== undefined;

/** If only this request failed, its row waits for the next round. @returns the same end */
export const noteFailure = (
  { postponed }: Pick<RequestPorts, 'postponed'>,
  rowId: RowId,
  end: RequestEnd,
): RequestEnd => {
  if (concernsOneRequest(end)) postponed.add(rowId);
  return end;
};

/** The most important of several results: a failure of all requests comes before a failure of one row. */
export const worstOf = (ends: readonly RequestEnd[]): RequestEnd => {
  const stops = ends.filter(({ kind }) => kind !== 'through');
  const forAll = stops.find(({ kind }) => kind === 'signedOut') ?? stops.find((end) => !concernsOneRequest(end));
  return forAll ?? stops[0] ?? THROUGH;
};
