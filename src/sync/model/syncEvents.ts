import type { ChangeId, RowId } from '../../contract/ids';
import type { Base, Change, Delta, Dropped, InFlightWrite, Refusal, RowPlace, SyncOperation } from './syncState';

/**
 * Everything that can happen to base and log, as plain actions: a page dispatches them, the worker reduces them. What one of them
 * changes goes to the disk in one transaction; the other tabs read it there.
 */
export type SyncEvent =
  | { readonly type: 'sync/changesRecorded'; readonly payload: Recorded }
  | { readonly type: 'sync/changesCompacted'; readonly payload: Compacted }
  | { readonly type: 'sync/deltaReceived'; readonly payload: { readonly delta: Delta } }
  | { readonly type: 'sync/pulled'; readonly payload: Pulled }
  | { readonly type: 'sync/serverSetBack'; readonly payload: ServerSetBack }
  | { readonly type: 'sync/rowSent'; readonly payload: { readonly write: InFlightWrite } }
  | { readonly type: 'sync/writesForgotten'; readonly payload: { readonly rowIds: readonly RowId[] } }
  | { readonly type: 'sync/rowSettled'; readonly payload: Settled }
  | { readonly type: 'sync/rowRefused'; readonly payload: Refused }
  | { readonly type: 'sync/changesDropped'; readonly payload: { readonly dropped: readonly Dropped[] } }
  | { readonly type: 'sync/recordsRead'; readonly payload: ReadRecords }
  | { readonly type: 'sync/operationStarted'; readonly payload: OperationStart }
  | { readonly type: 'sync/operationEnded'; readonly payload: OperationEnd };

/** Changes made here. */
export interface Recorded {
  readonly changes: readonly Change[];
  /** Those in whose place they stand: an offer that was taken. */
  readonly dropped?: readonly Dropped[];
}

/** A row's changes, with one in the place of those that stood in a row. */
export interface Compacted {
  readonly dropped: readonly Dropped[];
  readonly changes: readonly Change[];
}

export interface Pulled {
  readonly delta: Delta;
  /** True for a complete pull from the beginning: also the truth about what no longer exists. */
  readonly isWhole: boolean;
  readonly cursor: string;
  /** Removals remembered when the pull began that a whole pull lets go. */
  readonly forget: readonly string[];
  /** Removals to remember of rows that are not known here. */
  readonly remember?: readonly string[];
  /** How far the provider's clock is, where it says so. */
  readonly clock?: string | null;
  readonly roundStartedAt: number;
}

/** The server was set back to an older copy of its data: what base knew above that becomes changes again. */
export interface ServerSetBack {
  readonly changes: readonly Change[];
}

export interface Settled extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly delta: Delta;
}

export interface Refused extends RowPlace, Refusal {
  readonly changeIds: readonly ChangeId[];
}

/** A refusal on disk: its changes stand where they were. */
export type StoredRefusal = Omit<Refusal, 'changes'> & { readonly changeIds: readonly ChangeId[] };

/** What was read from the disk: all that stands there, or what others changed since this tab read it last. */
export interface ReadRecords {
  readonly isWhole: boolean;
  readonly changes: readonly Change[];
  readonly removedChanges: readonly ChangeId[];
  readonly inFlight: readonly InFlightWrite[];
  readonly removedWrites: readonly RowId[];
  readonly refusals: readonly StoredRefusal[];
  readonly removedRefusals: readonly ChangeId[];
  /** All of it; null where nothing of it changed, or this tab knows it better. */
  readonly base: Base | null;
  /** This tab has a base that the disk may not have: both together are taken. */
  readonly isMerged: boolean;
}

export type OperationStart = Pick<SyncOperation, 'id' | 'collection' | 'instance' | 'start'>;

export interface OperationEnd {
  readonly id: string;
  readonly end: number;
  readonly status: 'done' | 'error';
  readonly error: string | null;
}

type Payload<T extends SyncEvent['type']> = Extract<SyncEvent, { type: T }>['payload'];

/** Builds an event: `syncEvent('sync/rowSent', { write })`. */
export const syncEvent = <T extends SyncEvent['type']>(type: T, payload: Payload<T>) =>
  ({ type, payload }) as Extract<SyncEvent, { type: T }>;

export const isSyncEvent = (action: { readonly type: unknown }): action is SyncEvent =>
  typeof action.type === 'string' && action.type.startsWith('sync/');
