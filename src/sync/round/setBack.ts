import { type ChangeId, changeId, type ListId, type RowId } from '../../contract/ids';
import { type Collection, type Fields, listOf, type Row, rowFields, type ServerRow } from '../../contract/records';
import { type Base, type Change, changesOf, type Delta, EMPTY, type SyncState } from '../model/syncState';
import { changedFields } from '../plan/planRow';
import type { Clock } from '../wire/recordList';
import type { Pull } from '../wire/syncApi';

/**
 * A server that was set back to an older copy of its data, as when a backup is restored. Three things of a row tell: a whole pull
 * lacks it without a tombstone, shows it older than base knows it, or shows it alive that was removed. What base knows of such a
 * row becomes a change again, is sent as any other, and base takes what the server has.
 *
 * That is certain only of a provider that says how far its clock is (`meta.clock`): its rows only ever grow newer, and it keeps
 * tombstones. Of any other provider a whole pull is the truth.
 *
 * A shared list is made, or removed, again by its owner alone. To a member its list is gone then, and what stood in it is offered.
 */

/** How many removals are remembered, the newest: so many a server that was set back can be told again. */
export const REMOVALS_KEPT = 500;

/** Every server row of a collection. */
export const rowsOf = (base: Base, collection: Collection): ServerRow[] =>
  collection === 'lists'
    ? Object.values<ServerRow>(base.lists)
    : Object.values<Base['lists']>(base.items).flatMap((rows) => Object.values<ServerRow>(rows));

/** The greatest moment of the server that this device knows of. */
const knownUntil = (base: Base): string =>
  [...rowsOf(base, 'lists'), ...rowsOf(base, 'items')].reduce(
    (most, { updatedAt }) => (updatedAt > most ? updatedAt : most),
    [base.cursors.lists ?? '', base.cursors.items ?? ''].sort().at(-1) ?? '',
  );

/** Whether the server has forgotten moments that it gave this device before. @param before base as the pull began */
export const isSetBack = (before: Base, clock: Clock | null): boolean =>
  clock !== null && clock.at < knownUntil(before);

/**
 * Whether a row that a whole pull lacks was forgotten, not removed: its tombstone would still be there, because every removal is
 * that this device has not read of, or that can have come after the row's last write.
 */
const isForgotten = (cursor: string | null, { updatedAt }: ServerRow, { removalsSince }: Clock): boolean =>
  (cursor !== null && cursor >= removalsSince) || updatedAt >= removalsSince;

/**
 * The same for the same version of the same row, so that what is made twice is one change. It sorts before every change that a
 * person makes: what was done to the row since stands above it.
 */
const madeOfBaseId = (row: RowId, at: string): ChangeId =>
  changeId(0, `${row.replace(/[^\w-]/g, '_').slice(0, 54)}-${Date.parse(at).toString(36)}`);

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Whether the list is somebody else's: only its owner makes it, or removes it, again. */
const isOthers = (list: ServerRow | undefined): boolean => list?.sharing?.role === 'member';

const toldRows = (pull: Pull): ReadonlyMap<RowId, ServerRow> =>
  new Map(pull.records.flatMap((record) => (record.alive ? [[record.server.row.id, record.server]] : [])));

/** Rows that were removed here and that the pull shows as they were before. */
const returnedRows = (before: Base, collection: Collection, pull: Pull): ServerRow[] =>
  [...toldRows(pull).values()].filter(
    ({ row, updatedAt }) => updatedAt <= (before.tombstones[collection][row.id] ?? ''),
  );

export interface WholePull {
  readonly collection: Collection;
  readonly pull: Pull;
  /** Base as the pull began. */
  readonly before: Base;
  /** Rows that the pull does not mention and nobody touched since it began. */
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

/** What the delta of a whole pull says of rows on which the server was set back: as of when each was known. */
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

/** All that stood in lists of others that were forgotten: made again here, it waits for the list, and may be kept as another. */
const rowsOfOthers = ({ items }: Base, read: WholePull): ServerRow[] =>
  read.collection === 'items'
    ? []
    : forgottenRows(read)
        .filter(isOthers)
        .flatMap(({ row }) => Object.values<ServerRow>(items[row.id as ListId] ?? EMPTY));

/** What base knows and the server has forgotten, as changes; without those that wait already. */
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
  const told = toldRows(pull);
  const known = new Set(rowsOf(before, collection));
  const unchanged = rowsOf(base, collection).filter((server) => known.has(server));
  const made = unchanged.flatMap(({ row, updatedAt }): Change[] => {
    if (row.id in lost) return [change('insert', row, updatedAt, rowFields(collection, row))];
    const server = told.get(row.id);
    if (!server || !(row.id in setBack)) return [];
    // What an unanswered write says of the row is newer than base, and goes out again by itself.
    const written = log.inFlight[row.id];
    const sent = written?.kind === 'update' ? written.fields : EMPTY;
    const fields = without(changedFields(collection, server.row, row), Object.keys(sent));
    return Object.keys(fields).length ? [change('update', row, updatedAt, fields)] : [];
  });
  const isOthersRow = (row: Row): boolean => isOthers(base.lists[listOf(row)] ?? told.get(listOf(row)));
  const removals = returnedRows(before, collection, pull).flatMap(({ row }): Change[] => {
    const at = base.tombstones[collection][row.id];
    return at === undefined || isOthersRow(row) ? [] : [change('remove', row, at, EMPTY)];
  });
  const offered = rowsOfOthers(base, read).map(({ row, updatedAt }) =>
    change('insert', row, updatedAt, rowFields('items', row), 'items'),
  );
  return [...made, ...removals, ...offered].filter(
    ({ id, collection: of, rowId, listId }) => !changesOf(log, of, listId)[rowId]?.some((waiting) => waiting.id === id),
  );
};

/** Which removals base remembers from here on: the newest of those the server still tells. */
export const removalsToKeep = ({ collection, pull, before }: WholePull) => {
  const tombstones = before.tombstones[collection];
  if (!pull.clock) return { remember: [], forget: Object.keys(tombstones) };
  const newest = pull.records
    .flatMap((record) => (record.alive ? [] : [record]))
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, REMOVALS_KEPT);
  const kept = new Set<string>(newest.map(({ id }) => id));
  return {
    remember: newest.filter(({ id, updatedAt }) => !((tombstones[id] ?? '') >= updatedAt)).map(({ id }) => id),
    forget: Object.keys(tombstones).filter((id) => !kept.has(id)),
  };
};
