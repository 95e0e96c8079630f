import { makeRow, type WireRecord } from '../../contract/records';
import { viewRow } from '../model/replayRow';
import { syncEvent } from '../model/syncEvents';
import { changesOf, type Delta, type SyncState, serverRowOf } from '../model/syncState';
import { isLeave } from '../model/unsent';
import { type Step, writeFor } from '../plan/inFlightWrite';
import type { RowRequest } from '../plan/planPush';
import { changedFields, planRepetition, planRow, removeStep } from '../plan/planRow';
import { type RequestEnd, type RequestPorts, THROUGH } from './rowRequest';
import { settle } from './settleRow';

/**
 * Handles a create whose row already exists, because an earlier create without an answer made it. The missing values
 * are sent as an update.
 */

/** What follows: another request, or nothing. */
export type Continued = { readonly kind: 'rest'; readonly request: RowRequest } | RequestEnd;

/**
 * Whether the answer to a create contains another row than was sent. If creates are idempotent, the provider returns
 * the row of an earlier create, which may lack the text that was typed since.
 */
export const isEarlierRow = ({ step, ...request }: RowRequest, record: WireRecord): boolean => {
  if (step.type !== 'create' || !record.alive) return false;
  const sent = makeRow(request.collection, request.rowId, request.listId, step.body);
  return Object.keys(changedFields(request.collection, record.server.row, sent)).length > 0;
};

/** What the request's own changes still need on the row. Later changes belong to the next round. */
const remainingStep = (state: SyncState, request: RowRequest): Step | null => {
  const { base, log } = state;
  const server = serverRowOf(base, request);
  // The row existed and was removed meanwhile, or its list was.
  if (!server) return null;
  const changes = changesOf(log, request.collection, request.listId)[request.rowId] ?? [];
  if (request.isRepetition) {
    const plan = planRepetition(state, request.write, changes);
    return typeof plan === 'string' ? null : plan;
  }
  const sent = changes.filter(({ id }) => request.changeIds.includes(id));
  const wanted = viewRow(server, sent, false);
  if (!wanted) return removeStep(server, sent.some(isLeave));
  const fields = changedFields(request.collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : null;
};

/** Takes the server's existing row in place of the create. The differences are sent like any other write. */
export const continueFrom = async (ports: RequestPorts, request: RowRequest, delta: Delta): Promise<Continued> => {
  const { host } = ports;
  await host.apply(syncEvent('sync/deltaReceived', { delta }));
  const rest = delta.put.length ? remainingStep(host.state(), request) : null;
  if (ports.signal.aborted) return THROUGH;
  if (rest) {
    const write = request.isRepetition ? request.write : writeFor(host.state(), request, rest, request.changeIds);
    return { kind: 'rest', request: { ...request, write, step: rest } };
  }
  return settle(ports, request, { collection: request.collection, put: [], removed: [] });
};

/**
 * A repeated create was refused. Text that was typed since may have corrected it, so the create is sent once more with
 * all changes. Null if nothing was typed.
 */
export const continueCorrected = ({ host }: RequestPorts, request: RowRequest): Continued | null => {
  const state = host.state();
  const changes = changesOf(state.log, request.collection, request.listId)[request.rowId] ?? [];
  const changeIds = changes.map(({ id }) => id);
  if (!request.isRepetition || changeIds.every((id) => request.changeIds.includes(id))) return null;
  const step = planRow(state, request, changes);
  if (typeof step === 'string') return null;
  const write = writeFor(state, request, step, changeIds);
  return { kind: 'rest', request: { ...request, changeIds, write, step, isRepetition: false } };
};
