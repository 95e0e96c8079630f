import type { RowId } from '../../contract/ids';
import type { Collection, WireRecord } from '../../contract/records';
import { type Pulled, syncEvent } from '../model/syncEvents';
import type { Base, Delta } from '../model/syncState';
import { nextTask, ROWS_IN_A_TASK } from '../wire/nextTask';
import { type ApiResult, MAX_LOOK_UP, type Pull } from '../wire/syncApi';
import type { PullPorts } from './rowRequest';
import { changesMadeOfBase, isSetBack, removalsToKeep, rowsOf, setBackParts, type WholePull } from './setBack';

export const BEGINNING = '1970-01-01T00:00:00.000Z';

/** Of which row a record tells, and as of when. */
const toldOf = (record: WireRecord): { readonly id: RowId; readonly updatedAt: string } =>
  record.alive ? { id: record.server.row.id, updatedAt: record.server.updatedAt } : record;

/** Rows that a whole pull did not mention and nobody touched since it began. */
const absentees = (before: Base, after: Base, collection: Collection, pull: Pull): RowId[] => {
  // What names none of its ids may be any of them.
  if (!pull.unreadIds) return [];
  const seen = new Set<string>(pull.records.map((record) => toldOf(record).id));
  for (const id of pull.unreadIds) seen.add(id);
  const known = new Set(rowsOf(before, collection));
  return rowsOf(after, collection)
    .filter((server) => known.has(server) && !seen.has(server.row.id) && !seen.has(server.documentId))
    .map((server) => server.row.id);
};

/** When each row was last written, also where two records are of one row. */
const newestByRow = (records: readonly WireRecord[]): ReadonlyMap<RowId, string> => {
  const newest = new Map<RowId, string>();
  for (const { id, updatedAt } of records.map(toldOf)) {
    if (updatedAt > (newest.get(id) ?? '')) newest.set(id, updatedAt);
  }
  return newest;
};

/** Rows that a whole pull shows older than they were known when it began. */
const olderRows = (before: Base, collection: Collection, pull: Pull): NonNullable<Delta['setBack']> => {
  const told = newestByRow(pull.records);
  const older = rowsOf(before, collection).filter(({ row, updatedAt }) => (told.get(row.id) ?? updatedAt) < updatedAt);
  return Object.fromEntries(older.map(({ row, updatedAt }) => [row.id, updatedAt]));
};

/** Those of the rows that the provider, asked by uuid, does not have either: between two pages a row may only have moved. */
const confirmAbsent = async (
  { api, signal }: PullPorts,
  collection: Collection,
  ids: readonly RowId[],
): Promise<ApiResult<readonly RowId[]>> => {
  const absent: RowId[] = [];
  for (let at = 0; at < ids.length; at += MAX_LOOK_UP) {
    const asked = ids.slice(at, at + MAX_LOOK_UP);
    const found = await api.lookUp(collection, asked, signal);
    if (found.kind !== 'ok') return found;
    const alive = new Set<string>(
      found.value.records.flatMap((record) => (record.alive ? [record.server.row.id] : [])),
    );
    for (const id of found.value.unreadIds ?? asked) alive.add(id);
    absent.push(...asked.filter((id) => !alive.has(id)));
  }
  return { kind: 'ok', value: absent };
};

const toDelta = (collection: Collection, pull: Pull): Delta => ({
  collection,
  put: pull.records.flatMap((record) => (record.alive ? [record.server] : [])),
  removed: pull.records.flatMap((record) => (record.alive ? [] : [{ id: record.id, updatedAt: record.updatedAt }])),
});

const READ: ApiResult<null> = { kind: 'ok', value: null };

const newestOf = (pull: Pull, since: string): string =>
  pull.records.map(toldOf).reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), since);

type PullOptions = Pick<Pulled, 'isWhole' | 'roundStartedAt'>;

/** A collection that was asked for. */
export interface AskedPull {
  readonly collection: Collection;
  readonly since: string;
  /** Base as it was then. */
  readonly before: Base;
  readonly answer: Promise<ApiResult<Pull>>;
}

/** Asks for one collection, whole or from the cursor. @param signal ends the waiting for an answer */
export const askPull = (
  { api, host }: PullPorts,
  collection: Collection,
  { isWhole }: Pick<PullOptions, 'isWhole'>,
  signal: AbortSignal,
): AskedPull => {
  const before = host.state().base;
  const since = isWhole ? BEGINNING : (before.cursors[collection] ?? BEGINNING);
  return { collection, since, before, answer: api.pull(collection, since, signal) };
};

/**
 * Integrates what was asked for. The cursor moves only when every page arrived. The disk takes it behind: what is written later stands
 * there only together with it.
 * @returns the failure that stopped it, or ok
 */
export const takePull = async (ports: PullPorts, asked: AskedPull, options: PullOptions): Promise<ApiResult<null>> => {
  const { host, signal } = ports;
  const { collection, since, before } = asked;
  const result = await asked.answer;
  if (signal.aborted) return READ;
  if (result.kind !== 'ok') return result;
  const pull = result.value;
  if (since === BEGINNING) return integrateWhole(ports, { collection, pull, before, absent: [] }, options);
  if (isSetBack(before, pull.clock)) {
    const whole = { ...options, isWhole: true };
    return takePull(ports, askPull(ports, collection, whole, signal), whole);
  }
  void host.apply(
    syncEvent('sync/pulled', {
      ...options,
      delta: toDelta(collection, pull),
      isWhole: false,
      cursor: newestOf(pull, since),
      clock: pull.clock?.at ?? null,
      forget: [],
    }),
  );
  return READ;
};

/**
 * Puts the rows of a first pull into base, some in each task, as if the stream had told them: the event that ends the pull then finds
 * them there. A tab that dies in between pulls anew, because the cursor has not moved.
 */
const putInParts = async ({ host, signal }: PullPorts, { collection, put }: Delta): Promise<void> => {
  for (let at = 0; at < put.length && !signal.aborted; at += ROWS_IN_A_TASK) {
    const part = put.slice(at, at + ROWS_IN_A_TASK);
    void host.apply(syncEvent('sync/deltaReceived', { delta: { collection, put: part, removed: [] } }));
    await nextTask();
  }
};

/** What is absent from a whole pull was removed, save where the server was set back. */
const integrateWhole = async (
  ports: PullPorts,
  read: WholePull,
  { roundStartedAt }: Pick<Pulled, 'roundStartedAt'>,
): Promise<ApiResult<null>> => {
  const { host, signal } = ports;
  const { collection, pull, before } = read;
  const delta = toDelta(collection, pull);
  const isFirst = rowsOf(before, collection).length === 0;
  if (isFirst && delta.put.length > ROWS_IN_A_TASK) await putInParts(ports, delta);
  if (signal.aborted) return READ;
  let absent = absentees(before, host.state().base, collection, pull);
  if (absent.length && pull.pages > 1) {
    const confirmed = await confirmAbsent(ports, collection, absent);
    if (signal.aborted) return READ;
    if (confirmed.kind !== 'ok') return confirmed;
    const stillAbsent = new Set(absentees(before, host.state().base, collection, pull));
    absent = confirmed.value.filter((id) => stillAbsent.has(id));
  }
  const whole = { ...read, absent };
  const parts = setBackParts(whole, olderRows(before, collection, pull));
  const changes = changesMadeOfBase(host.state(), whole, parts, ports.now());
  // On disk before base takes what the server has: killed in between, this device makes them again, and they are the same.
  if (changes.length) await host.apply(syncEvent('sync/serverSetBack', { changes }));
  if (signal.aborted) return READ;
  const removed = absent.flatMap((id) => (parts.lost && id in parts.lost ? [] : [{ id, updatedAt: null }]));
  void host.apply(
    syncEvent('sync/pulled', {
      delta: { ...delta, removed: [...delta.removed, ...removed], ...parts },
      isWhole: true,
      cursor: newestOf(pull, BEGINNING),
      clock: pull.clock?.at ?? null,
      ...removalsToKeep(whole),
      roundStartedAt,
    }),
  );
  return READ;
};
