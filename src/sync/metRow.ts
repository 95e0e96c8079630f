import { makeRow, type WireRecord } from '../contract/records';
import { type LaneEnd, type LanePorts, THROUGH } from './lanePorts';
import { markFor } from './markRow';
import { changedFields, type Lane, type Step } from './planPush';
import { viewRow } from './replay';
import { isOf, recordDelta, refuse, settle } from './settleLane';
import { syncEvent } from './syncEvents';
import { changesOf, type SyncState, serverRowsOf } from './syncState';

/** A create that met a row under its uuid: an earlier one went through unheard, and what it lacks goes out as an update. */

/** How it goes on: with what is left to send, or not at all. */
export type Continued = { readonly kind: 'rest'; readonly lane: Lane } | LaneEnd;

/**
 * Whether a create was answered with another row than was sent: a provider for which a create is idempotent answers the one an
 * earlier, unheard create made, and that one may lack what was typed since.
 */
export const isEarlierRow = (lane: Lane, step: Step, record: WireRecord): boolean => {
  if (step.type !== 'create' || lane.steps.length > 1 || !record.alive) return false;
  const sent = makeRow(lane.collection, lane.rowId, lane.listId, step.body);
  return Object.keys(changedFields(lane.collection, record.server.row, sent)).length > 0;
};

/** What the lane's own changes still want of the row; what was typed since is the next round's. */
const stepAfterCreate = ({ base, log }: SyncState, lane: Lane): Step | null => {
  const server = serverRowsOf(base, lane.collection, lane.listId)[lane.rowId];
  if (!server) return null;
  const changes = changesOf(log, lane.collection, lane.listId)[lane.rowId] ?? [];
  const sent = changes.filter(({ id }) => lane.changeIds.includes(id));
  const wanted = viewRow(server, sent, false);
  if (!wanted) return { type: 'remove', documentId: server.documentId };
  const fields = changedFields(lane.collection, server.row, wanted);
  return Object.keys(fields).length ? { type: 'update', documentId: server.documentId, fields } : null;
};

/** The server's row stands where a create was meant to: what differs is left to send, marked like any other. */
export const continueFrom = async (ports: LanePorts, lane: Lane, record: WireRecord): Promise<Continued> => {
  const { host } = ports;
  await host.apply(syncEvent('sync/deltaReceived', { delta: recordDelta(lane, record) }));
  const rest = record.alive ? stepAfterCreate(host.state(), lane) : null;
  if (ports.signal.aborted) return THROUGH;
  if (rest) {
    const mark = markFor(host.state(), lane, rest, lane.changeIds);
    return { kind: 'rest', lane: { ...lane, mark, steps: [rest] } };
  }
  await settle(ports, lane, { collection: lane.collection, put: [], removed: [] });
  return THROUGH;
};

/** The provider only said that the uuid is taken: the row is looked up first. */
export const continueTaken = async (ports: LanePorts, lane: Lane): Promise<Continued> => {
  const found = await ports.api.lookUp(lane.collection, [lane.rowId], ports.signal);
  if (ports.signal.aborted) return THROUGH;
  if (found.kind === 'retry' || found.kind === 'signedOut') return found;
  const record = found.kind === 'ok' ? found.value.records.find(isOf(lane)) : undefined;
  if (record) return continueFrom(ports, lane, record);
  await refuse(ports, lane, 400, 'uuid taken');
  return THROUGH;
};
