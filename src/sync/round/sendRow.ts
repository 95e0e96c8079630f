import { makeRow, type WireRecord } from '../../contract/records';
import { changesOfRow } from '../model/changeLog';
import { syncEvent } from '../model/syncEvents';
import { type SyncState, serverRowOf } from '../model/syncState';
import type { RowRequest } from '../plan/planPush';
import { changedFields } from '../plan/planRow';
import { lookUpRow } from './lookUpRow';
import { noteFailure, type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';
import { dropRemovedRow, isOf, recordDelta, refuse, removedDelta, settle, takeExistingRow } from './settleRow';

/** Sends one row's request and handles its answer. */

/** The idempotency key of a write: its own, then the keys of the writes that it replaces. '' if the provider takes none. */
export const keysOf = ({ takesKeys }: Pick<RequestPorts, 'takesKeys'>, { write }: Pick<RowRequest, 'write'>): string =>
  takesKeys ? [write.key, ...(write.replaces ?? [])].join(', ') : '';

/** The answer has a wrong form, for example because a cache or a proxy mixed up answers. */
const ANOTHER_ROW: RequestEnd = { kind: 'retry', reason: 'another row in the answer', afterMs: null };

const NO_DISK: RequestEnd = { kind: 'retry', reason: 'the disk does not answer', afterMs: null };

/**
 * Remembers that the provider itself failed on the write or refused it. After the next pull the write is planned again, with
 * the changes that were made since. They may correct it.
 */
export const markBroken = (host: RequestPorts['host'], write: RowRequest['write']): Promise<void> =>
  host.apply(syncEvent('sync/rowSent', { write: { ...write, isBroken: true } }));

/**
 * Whether the answer to a create contains another row than was sent. If creates are idempotent, the provider returns
 * the row of an earlier create, which may lack the text that was typed since.
 */
const isEarlierRow = ({ step, ...request }: RowRequest, record: WireRecord): boolean => {
  if (step.type !== 'create' || !record.alive) return false;
  const sent = makeRow(request.collection, request.rowId, request.listId, step.body);
  return Object.keys(changedFields(request.collection, record.server.row, sent)).length > 0;
};

/** Whether the row has changes that a repeated create does not contain. They may correct what the provider refused. */
const isCorrected = (state: SyncState, { step, isRepetition, write }: RowRequest): boolean =>
  isRepetition &&
  step.type === 'create' &&
  changesOfRow(state.log, write).some(({ id }) => !write.changeIds.includes(id));

const callAndSettle = async (ports: RequestPorts, request: RowRequest): Promise<RequestEnd> => {
  const { collection, step } = request;
  const before = serverRowOf(ports.host.state().base, request);
  const result = await ports.api.write(collection, step, keysOf(ports, request), ports.signal);
  switch (result.kind) {
    case 'retry':
      // An answer of another program proves nothing about the write.
      if (result.brokenBy === 'provider') await markBroken(ports.host, request.write);
      return result;
    case 'signedOut':
      return result;
    case 'taken':
    case 'doubtful':
      return lookUpRow(ports, request, result);
    case 'refused':
      if (!isCorrected(ports.host.state(), request)) return refuse(ports, request, result.status, result.message);
      await markBroken(ports.host, request.write);
      return THROUGH;
    case 'ok': {
      const { value } = result;
      if (value && !isOf(request)(value)) return ANOTHER_ROW;
      // A removal may be answered with the old row. After a leave a row means that the person has joined again since.
      const isGone = !value || (step.type === 'remove' && !step.isLeaving);
      const delta = isGone ? removedDelta(request, before) : recordDelta(request, value, before);
      if (value && isEarlierRow(request, value)) return takeExistingRow(ports, delta);
      if (value && !value.alive && step.type === 'update') return dropRemovedRow(ports, request, delta);
      return settle(ports, request, delta);
    }
  }
};

/**
 * Whether the request's changes were compacted or discarded while it waited. If it were sent now without an answer, its
 * repetition would overwrite what others have changed since. The next plan sends the present changes.
 */
export const isOutdated = (state: SyncState, request: RowRequest): boolean => {
  const { write, isRepetition } = request;
  const changes = changesOfRow(state.log, request);
  return !isRepetition && !write.changeIds.every((id) => changes.some((change) => change.id === id));
};

/**
 * Stores in-flight writes, before their requests are sent. So a write never counts as unsent later. Without an answer of
 * the disk nothing is sent: it may carry out an older transaction, such as a removal of the row, without the in-flight
 * write. Whoever sends next would then drop the row while its create is on its way.
 */
export const storeWrites = async (
  { host, isDiskSilent }: RequestPorts,
  requests: readonly RowRequest[],
): Promise<RequestEnd> => {
  await Promise.all(requests.map(({ write }) => host.apply(syncEvent('sync/rowSent', { write }))));
  return isDiskSilent() ? NO_DISK : THROUGH;
};

/** Sends one row's request. */
export const sendRow = async (ports: RequestPorts, request: RowRequest): Promise<RequestEnd> => {
  if (isOutdated(ports.host.state(), request)) return THROUGH;
  const stored = await storeWrites(ports, [request]);
  if (stored.kind !== 'through' || ports.signal.aborted) return stored;
  return noteFailure(ports, request.rowId, await callAndSettle(ports, request));
};
