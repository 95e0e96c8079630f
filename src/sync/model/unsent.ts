import { isBlank } from '../../contract/fields';
import type { ListId, RowId } from '../../contract/ids';
import type { Fields, Row } from '../../contract/records';
import { remembered } from '../../domain/remembered';
import { viewRow } from './replayRow';
import { type Change, EMPTY, isMadeOfBase, type RowChanges, type SyncState, serverRowOf } from './syncState';

/** Which changes wait to be sent, and which stay on this device. */

/**
 * A new item that lost its text before it was sent stays on this device until it has content again. An item that a
 * set-back server has forgotten is not new: other devices have it too.
 * @param changes the changes of the row
 */
export const isWaitingBlank = (row: Row, changes: readonly Change[]): boolean =>
  'listId' in row && isBlank(row) && !changes.some(isMadeOfBase);

/** The change that would have created this row, if the server refused it. */
export const refusedInsert = ({ log }: Pick<SyncState, 'log'>, id: RowId): Change | undefined =>
  log.refusals.flatMap(({ changes }) => changes).find(({ rowId, type }) => rowId === id && type === 'insert');

/** Whether an item's list is gone: removed elsewhere, or refused. */
export const isListGone = (state: SyncState, listId: ListId): boolean =>
  listId in state.base.tombstones.lists || (isListMissing(state, listId) && refusedInsert(state, listId) !== undefined);

/**
 * Whether an item's list is missing: removed elsewhere, or unknown here and on the server. With a full disk, another tab
 * may know it.
 */
export const isListMissing = ({ base, log }: SyncState, listId: ListId): boolean =>
  listId in base.tombstones.lists || !(listId in base.lists || listId in log.lists);

/**
 * Marks a removal as leaving: the other members keep the list. It is never sent as a deletion, whoever owns the list
 * then.
 */
export const LEAVING: Fields = { leave: true };

export const isLeave = ({ type, data }: Pick<Change, 'type' | 'data'>): boolean =>
  type === 'remove' && data.leave === true;

/**
 * Marks the removal of an item that goes with its list, in one act. A provider that removes a list's items with the list
 * does not get it, so that the list can be restored with them.
 */
export const WITH_LIST: Fields = { withList: true };

/** Removals that a set-back server has forgotten belong to their list, too. */
export const isWithList = (change: Pick<Change, 'id' | 'type' | 'data'>): boolean =>
  change.type === 'remove' && (change.data.withList === true || isMadeOfBase(change));

/**
 * Names the new row of an item that was moved to another list. The old row is removed once the new one is there, and stays
 * if the provider refuses the new one. If the other list is gone, the new row is an orphan, and the old one is removed.
 * @param known the `unchangedFields` of the old row. What differs from them later was changed by others
 */
export const movedTo = (rowId: RowId, known: Fields = EMPTY): Fields => ({ ...known, movedTo: rowId });

export const isMovedTo = ({ type, data }: Pick<Change, 'type' | 'data'>, rowId: RowId): boolean =>
  type === 'remove' && data.movedTo === rowId;

/** Whether the removal of the list for everybody waits here. */
export const isListRemovalWaiting = ({ log }: SyncState, listId: ListId): boolean =>
  (log.lists[listId] ?? []).some((change) => change.type === 'remove' && !isLeave(change));

/** Whether changes create a row that is sent. Remembered, because each event of a round asks for all waiting rows. */
export const createsRow = remembered((changes: readonly Change[]): boolean => {
  const row = viewRow(undefined, changes);
  return row !== null && !isWaitingBlank(row, changes);
});

/** The rows with changes to send. Blank new rows and orphans are not among them. */
export const unsentRows = (state: SyncState): RowId[] => {
  const lists = Object.entries<RowChanges>(state.log.items).filter(([id]) => !isListGone(state, id as ListId));
  const rows = [state.log.lists, ...lists.map(([, items]) => items)].flatMap(Object.values<readonly Change[]>);
  return rows.flatMap((changes) => {
    const [first] = changes;
    if (!first) return [];
    const isKnown = first.rowId in state.log.inFlight || serverRowOf(state.base, first) !== undefined;
    return isKnown || createsRow(changes) ? [first.rowId] : [];
  });
};

/** The number of rows with changes to send. */
export const countUnsent = (state: SyncState): number => unsentRows(state).length;
