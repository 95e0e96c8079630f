import { type ItemFields, isBlank } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import { type Fields, hasSameFields, type ItemRow, itemFieldsOf } from '../../contract/records';
import { unchangedFields } from '../../sync/model/changeLog';
import type { AppThunk } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { selectItem } from '../view/viewSelectors';
import { itemsDeleted } from './intents';
import { itemsCopied, itemsMoved, moveUndone, type TransferredItems } from './moveIntents';
import { newItemIds } from './newIds';
import { presentItem, presentList, type Removed, restoredItems } from './restoredRows';
import { blanksInPlaceOf, removedItem } from './rowThunks';

/**
 * Items that were moved or copied to another list. The rows there are new, so requests in flight for the old rows
 * cannot change them.
 */
interface Transfer {
  readonly session: UserData | null;
  readonly listId: ListId;
  readonly toListId: ListId;
  /** The new rows, as they were created. After a move in the order of `removed`. */
  readonly added: TransferredItems['added'];
  /** What was removed from the old list. Empty after a copy. */
  readonly removed: Removed['items'];
}

export type TransferKind = 'move' | 'copy';

const movedItem = ({ data }: RootState, { listId, id }: Pick<ItemRow, 'listId' | 'id'>, newId: ItemId | undefined) => ({
  itemId: id,
  newId,
  known: unchangedFields(data, { collection: 'items', listId, rowId: id }),
});

/**
 * Creates the items in another list, in their order. A move also removes them from this list, in the same act. A moved
 * item stays bought or open; a copied item is open. An item without text stays where it is: its new row would only be a
 * draft here, and what others type into the old one would go with it.
 */
export const transferItems =
  (kind: TransferKind, listId: ListId, toListId: ListId, itemIds: readonly ItemId[]): AppThunk<Transfer> =>
  (dispatch, getState, { ports, session }) => {
    const items = itemIds.flatMap((id) => removedItem(getState(), listId, id)).filter(({ fields }) => !isBlank(fields));
    const ids = newItemIds(getState(), toListId, items.length, ports);
    const added = items.map(({ fields }, index) => ({
      itemId: ids[index] as ItemId,
      fields: { ...fields, order: '', done: kind === 'move' && fields.done },
    }));
    const places = { listId, toListId, added };
    if (items.length > 0 && kind === 'copy') dispatch(itemsCopied(places));
    if (items.length > 0 && kind === 'move') {
      const moved = items.map(({ itemId: id }, index) => movedItem(getState(), { listId, id }, ids[index]));
      dispatch(itemsMoved({ ...places, moved }));
    }
    return {
      session: session.data(),
      listId,
      toListId,
      added,
      removed: kind === 'move' ? items : [],
    };
  };

/** The fields that differ, with their later values. */
const differences = (before: ItemFields, after: ItemFields): Fields =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof ItemFields] !== value));

/** Removes the copies that nobody has changed since. */
const undoCopy =
  ({ toListId, added }: Transfer): AppThunk =>
  (dispatch, getState) => {
    const itemIds = added.flatMap(({ itemId, fields }) => {
      const now = selectItem(getState(), toListId, itemId);
      return now && hasSameFields(itemFieldsOf(now), fields) ? [itemId] : [];
    });
    if (itemIds.length > 0) dispatch(itemsDeleted({ listId: toListId, itemIds }));
  };

/**
 * Brings moved items back to their places, as they are now: another member may have changed them in the other list. An
 * item that was moved on or deleted there stays so, unless that list itself is gone.
 * @returns false if the list that they came from is gone, so that they have to stay where they are
 */
const undoMove =
  ({ listId, toListId, added, removed }: Transfer): AppThunk<boolean> =>
  (dispatch, getState, extra) => {
    const backIn = presentList(getState(), listId);
    if (backIn === undefined) return false;
    const present = presentList(getState(), toListId);
    const inListId = present ?? toListId;
    const there = added.map(({ itemId }) => presentItem(getState(), inListId, itemId));
    const moved = removed.flatMap((was, index) => {
      const now = there[index];
      if (now) return [{ was, fields: { ...itemFieldsOf(now), order: was.fields.order } }];
      return present ? [] : [{ was, fields: was.fields }];
    });
    const back = moved.map(({ was, fields }) => ({ ...was, fields }));
    const { items, dropped } = restoredItems(getState(), back, extra, () => backIn);
    const returning = new Set<string>(dropped.map(({ rowId }) => rowId));
    const edited = moved.flatMap(({ was, fields }) => {
      const changed = differences(was.fields, fields);
      const isEdited = returning.has(was.itemId) && Object.keys(changed).length > 0;
      return isEdited ? [{ listId: backIn, itemId: was.itemId, fields: changed }] : [];
    });
    const made = new Map<string, ItemId>(items.map(({ was, itemId }) => [was, itemId]));
    const movedBack = removed.flatMap(({ itemId: was }, index) => {
      const now = there[index];
      return now ? [movedItem(getState(), now, returning.has(was) ? was : made.get(was))] : [];
    });
    const blanks = blanksInPlaceOf(getState(), [...items, ...dropped]);
    dispatch(moveUndone({ toListId: inListId, moved: movedBack, items, dropped, edited, blanks }));
    return true;
  };

/** Takes a move or a copy back, in one act. @returns whether it could */
export const undoTransfer =
  (transfer: Transfer): AppThunk<boolean> =>
  (dispatch, _getState, { session }) => {
    if (session.data() !== transfer.session) return false;
    if (transfer.removed.length > 0) return dispatch(undoMove(transfer));
    dispatch(undoCopy(transfer));
    return true;
  };
