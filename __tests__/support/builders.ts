import { asItemId, asListId, changeId, type ItemId, type ListId, type RowId } from '../../src/contract/ids';
import { type Collection, type Fields, listOf, makeRow, type Row, type ServerRow } from '../../src/contract/records';
import { type Change, type Delta, emptyBase, emptyLog, type SyncState } from '../../src/sync/model/syncState';
import type { PlanOptions } from '../../src/sync/plan/planRow';

/** Rows, changes and states as a test speaks of them: `aList('L').at(3)`, `insertOf(anItem('milk'))`. */

const FIRST_MOMENT = Date.parse('2026-01-01T00:00:00.000Z');

/** The server's clock, told in small numbers: `moment(3)` is later than `moment(2)`. */
export const moment = (ticks: number): string => new Date(FIRST_MOMENT + ticks).toISOString();

/** A version-7 uuid whose time is `number`, so that rows stand in the order of their numbers. */
export const timedUuid = (number: number): string => {
  const hex = number.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${hex}`;
};

export const listId = (number: number): ListId => asListId(timedUuid(number));
export const itemId = (number: number): ItemId => asItemId(timedUuid(1000 + number));

export const collectionOf = (row: Row): Collection => ('listId' in row ? 'items' : 'lists');

export const aList = (number: number, fields: Fields = {}): Row =>
  makeRow('lists', listId(number), listId(number), { name: `list ${number}`, ...fields });

export const anItem = (number: number, list: ListId, fields: Fields = {}): Row =>
  makeRow('items', itemId(number), list, { description: `item ${number}`, ...fields });

/** The row as the server tells it at that moment. */
export const served = (row: Row, ticks: number): ServerRow => ({
  row,
  remoteId: 1,
  documentId: `doc-${row.id}`,
  updatedAt: moment(ticks),
});

const changeOf = (row: Row, type: Change['type'], data: Fields, counter: number, tab: string): Change => ({
  id: changeId(counter, tab),
  collection: collectionOf(row),
  type,
  rowId: row.id,
  listId: listOf(row),
  time: 0,
  data,
});

const fieldsOfRow = (row: Row): Fields => {
  const { id: _, createdAt: __, ...fields } = row;
  if (!('listId' in fields)) return fields;
  const { listId: ___, ...itemFields } = fields;
  return itemFields;
};

export const insertOf = (row: Row, counter: number, tab = 'a'): Change =>
  changeOf(row, 'insert', fieldsOfRow(row), counter, tab);
export const updateOf = (row: Row, data: Fields, counter: number, tab = 'a'): Change =>
  changeOf(row, 'update', data, counter, tab);
export const removeOf = (row: Row, counter: number, tab = 'a'): Change => changeOf(row, 'remove', {}, counter, tab);

export const putDelta = (...rows: ServerRow[]): Delta => ({
  collection: rows[0] ? collectionOf(rows[0].row) : 'lists',
  put: rows,
  removed: [],
});

export const removalDelta = (collection: Collection, id: RowId, ticks: number | null): Delta => ({
  collection,
  put: [],
  removed: [{ id, updatedAt: ticks === null ? null : moment(ticks) }],
});

/** A device that never spoke with the server. */
export const newState: SyncState = { base: emptyBase, log: emptyLog };

/** A device that has read both collections, and found nothing. */
export const pulledState: SyncState = {
  base: { ...emptyBase, cursors: { lists: moment(0), items: moment(0) }, roundStartedAt: 0 },
  log: emptyLog,
};

/** A plan for our server, but that it does not remove a list's items by itself. */
export const planOptions: PlanOptions = {
  hasCascade: false,
  takesKeys: true,
  hasNoLocks: false,
  postponed: new Set(),
};
