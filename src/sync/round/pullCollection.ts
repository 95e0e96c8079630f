import type { RowId } from '../../contract/ids';
import { type Collection, listOf, type ServerRow, type WireRecord } from '../../contract/records';
import { type Pulled, syncEvent } from '../model/syncEvents';
import { type Base, type Delta, rowsOf } from '../model/syncState';
import { nextTask, ROWS_IN_A_TASK } from '../wire/nextTask';
import { type ApiResult, MAX_LOOK_UP, type Pull } from '../wire/syncApi';
import type { PullPorts } from './rowRequest';
import { changesMadeOfBase, isSetBack, removalsToKeep, setBackParts, type WholePull } from './setBack';

const BEGINNING = '1970-01-01T00:00:00.000Z';

/** The row of a record, and its time. */
const rowTime = (record: WireRecord): { readonly id: RowId; readonly updatedAt: string } =>
  record.alive ? { id: record.server.row.id, updatedAt: record.server.updatedAt } : record;

interface ReadPull extends Omit<WholePull, 'absent'> {
  /** The server's clock in the pull of the lists. */
  readonly listsClock: string | null;
}

/**
 * Rows that are missing in a whole pull, and that nobody changed since it began. If the server's clock advanced between the
 * answers with lists and with items, the person may have lost a shared list in between. A later pull then decides about
 * its items.
 */
const absentees = ({ collection, before, pull, listsClock }: ReadPull, after: Base): RowId[] => {
  // A record without readable ids may be any row.
  if (!pull.unreadIds) return [];
  const isOneMoment = collection === 'lists' || !pull.clock || pull.clock.at === listsClock;
  const mayBeLost = ({ row }: ServerRow): boolean => !isOneMoment && after.lists[listOf(row)]?.sharing !== undefined;
  const seen = new Set<string>(pull.records.map((record) => rowTime(record).id));
  for (const id of pull.unreadIds) seen.add(id);
  const known = new Set(rowsOf(before, collection));
  return rowsOf(after, collection)
    .filter((server) => known.has(server) && !seen.has(server.row.id) && !seen.has(server.documentId))
    .filter((server) => !mayBeLost(server))
    .map((server) => server.row.id);
};

/** The last `updatedAt` of each row, also if two records are of the same row. */
const newestByRow = (records: readonly WireRecord[]): ReadonlyMap<RowId, string> => {
  const newest = new Map<RowId, string>();
  for (const { id, updatedAt } of records.map(rowTime)) {
    if (updatedAt > (newest.get(id) ?? '')) newest.set(id, updatedAt);
  }
  return newest;
};

/** Rows that are older in a whole pull than they were known when it began. */
const olderRows = (before: Base, collection: Collection, pull: Pull): NonNullable<Delta['setBack']> => {
  const newest = newestByRow(pull.records);
  const older = rowsOf(before, collection).filter(
    ({ row, updatedAt }) => (newest.get(row.id) ?? updatedAt) < updatedAt,
  );
  return Object.fromEntries(older.map(({ row, updatedAt }) => [row.id, updatedAt]));
};

/**
 * Asks by uuid, and returns the rows that the provider really does not have. A row may have moved between two pages.
 */
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

const newestOf = (pull: Pull, since: string): string =>
  pull.records.map(rowTime).reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), since);

type PullOptions = Pick<Pulled, 'isWhole' | 'roundStartedAt'>;

/** A requested collection. */
interface AskedPull {
  readonly collection: Collection;
  readonly since: string;
  /** Base at the time of the request. */
  readonly before: Base;
  readonly answer: Promise<ApiResult<Pull>>;
}

/** Requests one collection, completely or from the cursor. @param signal cancels the request */
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

const READ: ApiResult<null> = { kind: 'ok', value: null };

/**
 * Integrates the answer. The cursor moves only when all pages have arrived. The round does not wait until the rows are
 * stored, but nothing later is stored without them.
 * @param listsClock the server's clock in the pull of the lists, for that of the items; null if it sends none
 * @returns the failure that stopped it, or ok
 */
export const takePull = async (
  ports: PullPorts,
  asked: AskedPull,
  options: PullOptions,
  listsClock: string | null,
): Promise<ApiResult<null>> => {
  const { collection, since, before } = asked;
  const result = await asked.answer;
  if (result.kind !== 'ok') return result;
  const pull = result.value;
  if (since === BEGINNING) return integrateWhole(ports, { collection, pull, before, listsClock }, options);
  if (isSetBack(before, pull.clock)) {
    const whole = { ...options, isWhole: true };
    return takePull(ports, askPull(ports, collection, whole, ports.signal), whole, listsClock);
  }
  void ports.host.apply(
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

/** Whether this pull is the first one, so that there is nothing to compare it with. */
const isFirst = (before: Base, collection: Collection): boolean =>
  rowsOf(before, collection).length === 0 && Object.keys(before.tombstones[collection]).length === 0;

/**
 * Puts the rows of a first pull into base, some in each task, as if they came from the stream. A tab that is killed in
 * between pulls again, because the cursor has not moved.
 * @returns the last rows, for the event that ends the pull
 */
const putInParts = async ({ host }: PullPorts, { collection, put }: Delta): Promise<Delta['put']> => {
  let at = 0;
  for (; put.length - at > ROWS_IN_A_TASK; at += ROWS_IN_A_TASK) {
    const part = put.slice(at, at + ROWS_IN_A_TASK);
    void host.apply(syncEvent('sync/deltaReceived', { delta: { collection, put: part, removed: [] } }));
    await nextTask();
  }
  return put.slice(at);
};

/** Applies the event that ends a whole pull. */
const endWhole = ({ host }: PullPorts, read: ReadPull, delta: Delta, roundStartedAt: number): void => {
  const { pull } = read;
  void host.apply(
    syncEvent('sync/pulled', {
      delta,
      isWhole: true,
      cursor: newestOf(pull, BEGINNING),
      clock: pull.clock?.at ?? null,
      ...removalsToKeep(read),
      roundStartedAt,
    }),
  );
};

/** Rows that are missing in a whole pull were removed, unless the server was set back. */
const integrateWhole = async (
  ports: PullPorts,
  read: ReadPull,
  { roundStartedAt }: Pick<Pulled, 'roundStartedAt'>,
): Promise<ApiResult<null>> => {
  const { host } = ports;
  const { collection, pull, before } = read;
  const delta = toDelta(collection, pull);
  if (isFirst(before, collection)) {
    const put = await putInParts(ports, delta);
    endWhole(ports, read, { ...delta, put }, roundStartedAt);
    return READ;
  }
  let absent = absentees(read, host.state().base);
  if (absent.length && pull.pages > 1) {
    const confirmed = await confirmAbsent(ports, collection, absent);
    if (confirmed.kind !== 'ok') return confirmed;
    const stillAbsent = new Set(absentees(read, host.state().base));
    absent = confirmed.value.filter((id) => stillAbsent.has(id));
  }
  const whole = { ...read, absent };
  const parts = setBackParts(whole, olderRows(before, collection, pull));
  const changes = changesMadeOfBase(host.state(), whole, parts, ports.now());
  // Stored before base takes the server's state. After a kill in between, this device creates the same changes again.
  if (changes.length) await host.apply(syncEvent('sync/serverSetBack', { changes }));
  const removed = absent.flatMap((id) => (parts.lost && id in parts.lost ? [] : [{ id, updatedAt: null }]));
  endWhole(ports, whole, { ...delta, removed: [...delta.removed, ...removed], ...parts }, roundStartedAt);
  return READ;
};
