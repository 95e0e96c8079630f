import type { ListId, RowId } from '../../contract/ids';
import { type Collection, type Fields, listOf, type Row, rowFields, type ServerRow } from '../../contract/records';
import { madeOfBaseId } from '../model/changeLog';
import { type Base, type Change, changesOf, type Delta, EMPTY, rowsOf, type SyncState } from '../model/syncState';
import { changedFields } from '../plan/planRow';
import type { Clock } from '../wire/recordList';
import type { Pull } from '../wire/syncApi';

/**
 * Handles a server that was set back to an older copy of its data, for example from a backup. There are three signs for
 * a row: a whole pull misses it without a tombstone, shows it older than in base, or shows it alive although it was
 * removed. Then base's version of the row becomes a change again, which is sent like any other, and base takes the
 * server's version.
 *
 * This is certain only for a provider that sends its clock (`meta.clock`): the times of its rows only increase, and it
 * keeps tombstones. For any other provider, a whole pull counts as the truth.
 *
 * Only the owner creates a shared list again, and only the device that removed it for everybody removes it again. For a
 * member a forgotten list is gone, and its items are offered for recovery.
 */

/** The number of remembered removals, the newest ones. As many can be repeated on a server that was set back. */
const REMOVALS_KEPT = 500;

/** The greatest server time that this device knows. */
const knownUntil = (base: Base): string =>
  [...rowsOf(base, 'lists'), ...rowsOf(base, 'items')].reduce(
    (most, { updatedAt }) => (updatedAt > most ? updatedAt : most),
    [base.cursors.lists ?? '', base.cursors.items ?? ''].sort().at(-1) ?? '',
  );

/** Whether the server's clock is behind a time that it sent before. @param before base when the pull began */
export const isSetBack = (before: Base, clock: Clock | null): boolean =>
  clock !== null && clock.at < knownUntil(before);

/**
 * Whether a row that is missing in a whole pull was forgotten, not removed. A removal would have left a tombstone,
 * because the server still has all tombstones that are newer than this device's last pull or than the row's last write.
 */
const isForgotten = (cursor: string | null, { updatedAt }: ServerRow, { removalsSince }: Clock): boolean =>
  (cursor !== null && cursor >= removalsSince) || updatedAt >= removalsSince;

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Whether the list belongs to somebody else. Only its owner creates it again. */
const isOthers = (list: ServerRow | undefined): boolean => list?.sharing?.role === 'member';

/**
 * Whether others are in a list that is back, and this device did not remove it for them. The person may have left it then,
 * on any of their devices, and a leaving is never sent as a removal.
 */
const isKeptByOthers = ({ removedLists }: Base, list: ServerRow | undefined): boolean =>
  isOthers(list) || (list?.sharing !== undefined && !removedLists[listOf(list.row)]?.isRemovedHere);

const pulledRows = (pull: Pull): ReadonlyMap<RowId, ServerRow> =>
  new Map(pull.records.flatMap((record) => (record.alive ? [[record.server.row.id, record.server]] : [])));

/** Rows that were removed here and that the pull shows alive again. */
const returnedRows = (before: Base, collection: Collection, pull: Pull): ServerRow[] =>
  [...pulledRows(pull).values()].filter(
    ({ row, updatedAt }) => updatedAt <= (before.tombstones[collection][row.id] ?? ''),
  );

export interface WholePull {
  readonly collection: Collection;
  readonly pull: Pull;
  /** Base when the pull began. */
  readonly before: Base;
  /** Rows that are missing in the pull, and that nobody changed since it began. */
  readonly absent: readonly RowId[];
}

/** Rows that the server has forgotten. */
const forgottenRows = ({ collection, pull: { clock }, before, absent }: WholePull): ServerRow[] => {
  if (!clock) return [];
  const isAbsent = new Set(absent);
  return rowsOf(before, collection).filter(
    (server) => isAbsent.has(server.row.id) && isForgotten(before.cursors[collection], server, clock),
  );
};

/** For the delta of a whole pull: the rows on which the server was set back, with the time of their version in base. */
export const setBackParts = (
  { collection, pull, before, absent }: WholePull,
  older: NonNullable<Delta['setBack']>,
): Pick<Delta, 'setBack' | 'lost'> => {
  if (!pull.clock) return { setBack: older };
  const { tombstones } = before;
  const returned = returnedRows(before, collection, pull).map(({ row }) => [row.id, tombstones[collection][row.id]]);
  const forgotten = forgottenRows({ collection, pull, before, absent });
  const lost = forgotten.filter((server) => !isOthers(server)).map(({ row, updatedAt }) => [row.id, updatedAt]);
  return {
    setBack: { ...older, ...Object.fromEntries(returned) },
    lost: Object.fromEntries(lost),
  };
};

/**
 * The items of forgotten lists of others. Created again here, they wait for their list, and can be kept in a new one.
 */
const rowsOfOthers = ({ items }: Base, read: WholePull): ServerRow[] =>
  read.collection === 'items'
    ? []
    : forgottenRows(read)
        .filter(isOthers)
        .flatMap(({ row }) => Object.values<ServerRow>(items[row.id as ListId] ?? EMPTY));

/** What base knows and the server has forgotten, as changes, without those that wait already. */
export const changesMadeOfBase = (
  { base, log }: SyncState,
  read: WholePull,
  { setBack = EMPTY, lost = EMPTY }: Pick<Delta, 'setBack' | 'lost'>,
  time: number,
): Change[] => {
  const { collection, pull, before } = read;
  if (!pull.clock) return [];
  const change = (type: Change['type'], row: Row, at: string, data: Fields, of = collection): Change => ({
    id: madeOfBaseId(row.id, at),
    collection: of,
    type,
    rowId: row.id,
    listId: listOf(row),
    time,
    data,
  });
  const pulled = pulledRows(pull);
  const known = new Set(rowsOf(before, collection));
  const unchanged = rowsOf(base, collection).filter((server) => known.has(server));
  const made = unchanged.flatMap(({ row, updatedAt }): Change[] => {
    if (row.id in lost) return [change('insert', row, updatedAt, rowFields(collection, row))];
    const server = pulled.get(row.id);
    if (!server || !(row.id in setBack)) return [];
    // An unanswered write of the row is newer than base, and is repeated anyway.
    const written = log.inFlight[row.id];
    const sent = written?.kind === 'update' ? written.fields : EMPTY;
    const fields = without(changedFields(collection, server.row, row), Object.keys(sent));
    return Object.keys(fields).length ? [change('update', row, updatedAt, fields)] : [];
  });
  /** An item that was removed by itself is removed again, whoever has the list. */
  const staysRemoved = (row: Row): boolean => {
    const listId = listOf(row);
    const isListBack = collection === 'lists' || listId in base.removedLists;
    return !isListBack || !isKeptByOthers(base, base.lists[listId] ?? pulled.get(listId));
  };
  const removals = returnedRows(before, collection, pull).flatMap(({ row }): Change[] => {
    const at = base.tombstones[collection][row.id];
    return at !== undefined && staysRemoved(row) ? [change('remove', row, at, EMPTY)] : [];
  });
  const offered = rowsOfOthers(base, read).map(({ row, updatedAt }) =>
    change('insert', row, updatedAt, rowFields('items', row), 'items'),
  );
  return [...made, ...removals, ...offered].filter(
    ({ id, collection: of, rowId, listId }) => !changesOf(log, of, listId)[rowId]?.some((waiting) => waiting.id === id),
  );
};

/** The removals that base remembers from now on: the newest of those that the server still sends. */
export const removalsToKeep = ({ collection, pull, before }: Omit<WholePull, 'absent'>) => {
  const tombstones = before.tombstones[collection];
  if (!pull.clock) return { remember: [], forget: Object.keys(tombstones) };
  const newest = pull.records
    .flatMap((record) => (record.alive ? [] : [record]))
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, REMOVALS_KEPT);
  const kept = new Set<string>(newest.map(({ id }) => id));
  const alive = new Set<string>(pulledRows(pull).keys());
  return {
    remember: newest.filter(({ id, updatedAt }) => tombstones[id] !== updatedAt).map(({ id }) => id),
    // A removed list that is back is still known as such when its items are compared.
    forget: Object.keys(tombstones).filter((id) => !kept.has(id) && !alive.has(id)),
  };
};
