import type { ChangeId, RowId } from '../../contract/ids';
import type { Base, Change, Delta, Dropped, InFlightWrite, Refusal, RowPlace, SyncOperation } from './syncState';

/**
 * All events that change base and log, as plain actions. A page dispatches them; the worker reduces them. The changes
 * of one event are stored in one transaction, and the other tabs read them from the disk.
 */
export type SyncEvent =
  | { readonly type: 'sync/changesRecorded'; readonly payload: Recorded }
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
  /** Changes that leave the log with them: those of an accepted recovery offer, or removals that an undo takes back. */
  readonly dropped?: readonly Dropped[];
}

export interface Pulled {
  readonly delta: Delta;
  /** True for a complete pull from the beginning. Rows that are missing in it do not exist any more. */
  readonly isWhole: boolean;
  readonly cursor: string;
  /** Removals that were known when the whole pull began, and are forgotten now. */
  readonly forget: readonly string[];
  /** Removals of rows that are unknown here, to be remembered. */
  readonly remember?: readonly string[];
  /** The time of the provider's clock, if it says so. */
  readonly clock?: string | null;
  readonly roundStartedAt: number;
}

/** The server was set back to an older copy of its data. What base knew beyond that copy becomes changes again. */
interface ServerSetBack {
  readonly changes: readonly Change[];
}

interface Settled extends RowPlace {
  readonly changeIds: readonly ChangeId[];
  readonly delta: Delta;
}

interface Refused extends RowPlace, Refusal {
  readonly changeIds: readonly ChangeId[];
  /** The removal of an item that was moved to the refused row. */
  readonly dropped?: readonly Dropped[];
}

/** A refusal on disk. It names its changes, which stay among the others. */
export type StoredRefusal = Omit<Refusal, 'changes'> & { readonly changeIds: readonly ChangeId[] };

/** What was read from the disk: everything, or what others changed since this tab's last read. */
export interface ReadRecords {
  readonly isWhole: boolean;
  readonly changes: readonly Change[];
  readonly removedChanges: readonly ChangeId[];
  readonly inFlight: readonly InFlightWrite[];
  readonly removedWrites: readonly RowId[];
  readonly refusals: readonly StoredRefusal[];
  readonly removedRefusals: readonly ChangeId[];
  /** The whole base. Null if it did not change, or if this tab has a newer one. */
  readonly base: Base | null;
  /** This tab may have a newer base than the disk, so the two are merged. */
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
