import type { RowId } from '../../src/contract/ids';
import { type Collection, type Fields, makeRow, type Row, rowFields } from '../../src/contract/records';
import { recoveryOffers } from '../../src/sync/model/orphans';
import { reduceRow } from '../../src/sync/model/replayRow';
import { allChanges, type Change, type SyncState, type TableView, type View } from '../../src/sync/model/syncState';
import { isWaitingBlank } from '../../src/sync/model/unsent';
import type { StoredRow } from './modelProvider';

/** What the checker needs to know about the server at the end. */
export interface ServerEnd {
  /** Whether the server removes the items of a removed list. If not, items without a list may stay, and nobody sees them. */
  readonly hasCascade: boolean;
  /** The status with which the server itself refused the row for ever; null if it did not. */
  refusalOf(rowId: string): number | null;
  /** Whether a late create made the row after the device had given it up. */
  mayBeBack(rowId: string): boolean;
  alive(collection: Collection): readonly StoredRow[];
}

/** Whether the provider itself refused the row. A 404 counts only if the provider has no such list in the end. */
export const isRefused = (server: ServerEnd, rowId: string, listId: string): boolean => {
  const status = server.refusalOf(rowId);
  return status === 404 ? server.alive('lists').every(({ uuid }) => uuid !== listId) : status !== null;
};

type Told = ReadonlyMap<string, Fields>;

export const serverRows = (server: ServerEnd, collection: Collection): Map<string, Fields> => {
  const lists = new Set(server.alive('lists').map(({ uuid }) => uuid));
  const shown = server.alive(collection).filter((row) => collection === 'lists' || lists.has(String(row.list)));
  return new Map(
    shown.map((row) => {
      const id = row.uuid as RowId;
      return [row.uuid, rowFields(collection, makeRow(collection, id, row.list as never, row))];
    }),
  );
};

const shownRows = (view: View, state: SyncState, collection: Collection): Map<string, Fields> => {
  const tables: TableView[] = collection === 'lists' ? [view.lists] : Object.values<TableView>(view.items);
  const isOnServer = (row: Row) => 'listId' in row && row.id in (state.base.items[row.listId] ?? {});
  return new Map(
    tables
      .flatMap((table) => Object.values<Row>(table.rows))
      .filter((row) => !('listId' in row) || row.listId in view.lists.rows)
      .filter((row) => !isWaitingBlank(row, []) || isOnServer(row))
      .map((row) => [row.id, rowFields(collection, row)]),
  );
};

const isSame = (a: Told, b: Told): boolean =>
  a.size === b.size && [...a].every(([id, fields]) => JSON.stringify(b.get(id)) === JSON.stringify(fields));

/** Whether the change is part of a recovery offer. Such a change waits for the person, not for the server. */
const isOffered = (state: SyncState): ((change: Pick<Change, 'rowId'>) => boolean) => {
  const offered = new Set<string>(
    Object.values(recoveryOffers(state)).flatMap(({ items }) => items.map(({ id }) => id)),
  );
  return ({ rowId }) => offered.has(rowId);
};

/** What is wrong at the end: a device must have nothing to send, and must show the rows of the server. */
export const divergence = (name: string, state: SyncState, view: View, server: ServerEnd): string[] => {
  const wrongs: string[] = [];
  const isAsked = isOffered(state);
  const changes = allChanges(state.log).filter((change) => !isAsked(change));
  const left = changes.filter(({ rowId }) => {
    const ofRow = changes.filter((change) => change.rowId === rowId);
    const row = ofRow.reduce(reduceRow, null);
    return !row || !isWaitingBlank(row, ofRow);
  });
  if (left.length) wrongs.push(`${name} still holds ${left.map(({ type, rowId }) => `${type} ${rowId}`)}`);
  const inFlight = Object.keys(state.log.inFlight);
  if (inFlight.length) wrongs.push(`${name} still holds writes in flight of ${inFlight}`);
  for (const collection of ['lists', 'items'] as const) {
    const shown = shownRows(view, state, collection);
    const told = serverRows(server, collection);
    if (isSame(shown, told)) continue;
    wrongs.push(
      `${name} shows other ${collection} than the server has:\n  ${JSON.stringify([...shown])}\n  ${JSON.stringify([...told])}`,
    );
  }
  return wrongs;
};
