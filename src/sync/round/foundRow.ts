import { makeRow, type WireRecord } from '../../contract/records';
import { viewRow } from '../model/replayRow';
import { syncEvent } from '../model/syncEvents';
import { changesOf, type Delta, type SyncState, serverRowOf } from '../model/syncState';
import { markFor, type Step } from '../plan/inFlightWrite';
import type { Lane } from '../plan/planPush';
import { changedFields, planRepetition, planRow } from '../plan/planRow';
import { type LaneEnd, type LanePorts, THROUGH } from './rowRequest';
import { settle } from './settleRow';

/**
 * A create that met the row which an earlier one made unheard. What the row still lacks goes out as an update.
 */

/** How it goes on: with what is left to send, or not at all. */
export type Continued = { readonly kind: 'rest'; readonly lane: Lane } | LaneEnd;

/**
 * Whether a create was answered with another row than was sent: a provider for which a create is idempotent answers the one an
 * earlier, unheard create made, and that one may lack what was typed since.
 */
export const isEarlierRow = ({ step, ...lane }: Lane, record: WireRecord): boolean => {
  if (step.type !== 'create' || !record.alive) return false;
  const sent = makeRow(lane.collection, lane.rowId, lane.listId, step.body);
  return Object.keys(changedFields(lane.collection, record.server.row, sent)).length > 0;
};

/** What the lane's own changes still want of the row; what was typed since is the next round's. */
const remainingStep = (state: SyncState, lane: Lane): Step | null => {
  const { base, log } = state;
  const server = serverRowOf(base, lane);
  // Met, and not taken: it went meanwhile, or its list did.
  if (!server) return null;
  const changes = changesOf(log, lane.collection, lane.listId)[lane.rowId] ?? [];
  if (lane.isRepetition) {
    const plan = planRepetition(state, lane.mark, changes);
    return typeof plan === 'string' ? null : plan;
  }
  const sent = changes.filter(({ id }) => lane.changeIds.includes(id));
  const wanted = viewRow(server, sent, false);
  if (!wanted) return { type: 'remove', documentId: server.documentId };
  const fields = changedFields(lane.collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : null;
};

/** The server's row stands where a create was meant to: what differs is left to send, marked like any other. */
export const continueFrom = async (ports: LanePorts, lane: Lane, delta: Delta): Promise<Continued> => {
  const { host } = ports;
  await host.apply(syncEvent('sync/deltaReceived', { delta }));
  const rest = delta.put.length ? remainingStep(host.state(), lane) : null;
  if (ports.signal.aborted) return THROUGH;
  if (rest) {
    const mark = lane.isRepetition ? lane.mark : markFor(host.state(), lane, rest, lane.changeIds);
    return { kind: 'rest', lane: { ...lane, mark, step: rest } };
  }
  return settle(ports, lane, { collection: lane.collection, put: [], removed: [] });
};

/**
 * A repeated create was refused: what was typed since may have put right what was wrong with it, and is tried once, all together.
 * Null when nothing was.
 */
export const continueCorrected = ({ host }: LanePorts, lane: Lane): Continued | null => {
  const state = host.state();
  const changes = changesOf(state.log, lane.collection, lane.listId)[lane.rowId] ?? [];
  const changeIds = changes.map(({ id }) => id);
  if (!lane.isRepetition || changeIds.every((id) => lane.changeIds.includes(id))) return null;
  const step = planRow(state, lane, changes);
  if (typeof step === 'string') return null;
  const mark = markFor(state, lane, step, changeIds);
  return { kind: 'rest', lane: { ...lane, changeIds, mark, step, isRepetition: false } };
};
