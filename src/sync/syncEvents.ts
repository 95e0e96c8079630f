import type { ChangeId, ListId } from '../contract/ids';
import type { Base, Change, Delta, Dropped, Log, LostList, Mark, Refusal, RowPlace, SyncOperation } from './syncState';

/**
 * Everything that can happen to base and log, as plain actions: a page dispatches them, the worker reduces them, the leading tab
 * broadcasts them. Each is total and may arrive twice.
 */
export type SyncEvent =
  | { readonly type: 'sync/changesRecorded'; readonly payload: Recorded }
  | { readonly type: 'sync/changesHeard'; readonly payload: Heard }
  | { readonly type: 'sync/deltaReceived'; readonly payload: { readonly delta: Delta } }
  | { readonly type: 'sync/pulled'; readonly payload: Pulled }
  | { readonly type: 'sync/serverSetBack'; readonly payload: ServerSetBack }
  | { readonly type: 'sync/rowMarked'; readonly payload: { readonly mark: Mark } }
  | { readonly type: 'sync/rowSettled'; readonly payload: Settled }
  | { readonly type: 'sync/rowRefused'; readonly payload: Refused }
  | { readonly type: 'sync/changesDropped'; readonly payload: { readonly dropped: readonly Dropped[] } }
  | { readonly type: 'sync/stored'; readonly payload: { readonly base: Base | null; readonly log: Log } }
  | { readonly type: 'sync/lostListResolved'; readonly payload: LostListResolved }
  | { readonly type: 'sync/operationStarted'; readonly payload: OperationStart }
  | { readonly type: 'sync/operationEnded'; readonly payload: OperationEnd };

/** Changes made here. */
export interface Recorded {
  readonly changes: readonly Change[];
  /** Another tab may be sending what they would be folded into: they stand beside it. */
  readonly isApart?: boolean;
}

/** Changes another tab made: taken as they are, in place of those they were folded from. */
export interface Heard {
  readonly changes: readonly Change[];
  readonly replaced: readonly Dropped[];
}

export interface Pulled {
  readonly delta: Delta;
  /** True for a complete pull from the beginning: also the truth about what no longer exists. */
  readonly isWhole: boolean;
  /** Where it was read from, the puller's cursor of before; an early build does not tell. */
  readonly since?: string;
  readonly cursor: string;
  /** Removals remembered when the pull began that a whole pull lets go. */
  readonly forget: readonly string[];
  /** Removals to remember of rows that are not known here; an early build does not tell. */
  readonly remember?: readonly string[];
  /** How far the provider's clock is, where it says so; an early build does not tell. */
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

export interface LostListResolved {
  readonly listId: ListId;
  /** What was answered: who hears of it may not have read the offer yet. An early build does not tell. */
  readonly offer?: LostList | undefined;
}

export type OperationStart = Pick<SyncOperation, 'id' | 'collection' | 'instance' | 'start'>;

export interface OperationEnd {
  readonly id: string;
  readonly end: number;
  readonly status: 'done' | 'error';
  readonly error: string | null;
}

type Payload<T extends SyncEvent['type']> = Extract<SyncEvent, { type: T }>['payload'];

/** Builds an event: `syncEvent('sync/rowMarked', { mark })`. */
export const syncEvent = <T extends SyncEvent['type']>(type: T, payload: Payload<T>) =>
  ({ type, payload }) as Extract<SyncEvent, { type: T }>;

export const isSyncEvent = (action: { readonly type: unknown }): action is SyncEvent =>
  typeof action.type === 'string' && action.type.startsWith('sync/');
