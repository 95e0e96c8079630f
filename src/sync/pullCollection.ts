import type { RowId } from '../contract/ids';
import type { Collection, ServerRow, WireRecord } from '../contract/records';
import type { LanePorts } from './lanePorts';
import { type ApiResult, MAX_LOOK_UP, type Pull } from './syncApi';
import { type Pulled, syncEvent } from './syncEvents';
import type { Base, Delta } from './syncState';

export const BEGINNING = '1970-01-01T00:00:00.000Z';

/** Every server row of a collection. */
const rowsOf = (base: Base, collection: Collection): ServerRow[] =>
  collection === 'lists'
    ? Object.values<ServerRow>(base.lists)
    : Object.values<Base['lists']>(base.items).flatMap((rows) => Object.values<ServerRow>(rows));

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
const setBack = (before: Base, collection: Collection, pull: Pull): NonNullable<Delta['setBack']> => {
  const told = newestByRow(pull.records);
  const older = rowsOf(before, collection).filter(({ row, updatedAt }) => (told.get(row.id) ?? updatedAt) < updatedAt);
  return Object.fromEntries(older.map(({ row, updatedAt }) => [row.id, updatedAt]));
};

/** Those of the rows that the provider, asked by uuid, does not have either: between two pages a row may only have moved. */
const confirmAbsent = async (
  { api, signal }: LanePorts,
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
  pull.records.map(toldOf).reduce((newest, { updatedAt }) => (updatedAt > newest ? updatedAt : newest), since);

/**
 * Reads one collection, whole or from the cursor, and integrates it. The cursor moves only when every page arrived.
 * @returns the failure that stopped it, or ok
 */
export const pullCollection = async (
  ports: LanePorts,
  collection: Collection,
  { isWhole, roundStartedAt }: Pick<Pulled, 'isWhole' | 'roundStartedAt'>,
): Promise<ApiResult<null>> => {
  const before = ports.host.state().base;
  const since = isWhole ? BEGINNING : (before.cursors[collection] ?? BEGINNING);
  const result = await ports.api.pull(collection, since, ports.signal);
  if (ports.signal.aborted || result.kind !== 'ok') return result.kind === 'ok' ? { kind: 'ok', value: null } : result;
  const pull = result.value;
  const delta = toDelta(collection, pull);
  let absent: readonly RowId[] =
    since === BEGINNING ? absentees(before, ports.host.state().base, collection, pull) : [];
  if (absent.length && pull.pages > 1) {
    const confirmed = await confirmAbsent(ports, collection, absent);
    if (ports.signal.aborted) return { kind: 'ok', value: null };
    if (confirmed.kind !== 'ok') return confirmed;
    const stillAbsent = new Set(absentees(before, ports.host.state().base, collection, pull));
    absent = confirmed.value.filter((id) => stillAbsent.has(id));
  }
  await ports.host.apply(
    syncEvent('sync/pulled', {
      delta: {
        ...delta,
        removed: [...delta.removed, ...absent.map((id) => ({ id, updatedAt: null }))],
        ...(since === BEGINNING && { setBack: setBack(before, collection, pull) }),
      },
      isWhole: since === BEGINNING,
      since,
      cursor: newestOf(pull, since),
      forget: Object.keys(before.gone[collection]),
      roundStartedAt,
    }),
  );
  return { kind: 'ok', value: null };
};
