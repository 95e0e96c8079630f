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
 * A create that met the row which an earlier one made unheard. What the row still lacks goes out as an update.
 */

/** How it goes on: with what is left to send, or not at all. */
export type Continued = { readonly kind: 'rest'; readonly request: RowRequest } | RequestEnd;

/**
 * Whether a create was answered with another row than was sent: a provider for which a create is idempotent answers the one an
 * earlier, unheard create made, and that one may lack what was typed since.
 */
export const isEarlierRow = ({ step, ...request }: RowRequest, record: WireRecord): boolean => {
  if (step.type !== 'create' || !record.alive) return false;
  const sent = makeRow(request.collection, request.rowId, request.listId, step.body);
  return Object.keys(changedFields(request.collection, record.server.row, sent)).length > 0;
};

/** What the request's own changes still want of the row; what was typed since is the next round's. */
const remainingStep = (state: SyncState, request: RowRequest): Step | null => {
  const { base, log } = state;
  const server = serverRowOf(base, request);
  // Met, and not taken: it went meanwhile, or its list did.
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

/** The server's row stands where a create was meant to: what differs is left to send, as a write like any other. */
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
 * A repeated create was refused: what was typed since may have put right what was wrong with it, and is tried once, all together.
 * Null when nothing was.
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
