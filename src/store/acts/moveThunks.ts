import type { ItemId, ListId } from '../../contract/ids';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { itemsDeleted } from './intents';
import { itemsCopied, itemsMoved, moveUndone } from './moveIntents';
import { newItemIds } from './newIds';
import { blanksInPlaceOf, type Removed, removedItem, restoredItems } from './rowThunks';

/**
 * Items that were moved or copied to another list. The rows there are new, so requests in flight for the old rows
 * cannot change them.
 */
interface Sent {
  readonly session: UserData | null;
  readonly toListId: ListId;
  /** The new rows. */
  readonly added: readonly ItemId[];
  /** What was removed from the old list. Empty after a copy. */
  readonly removed: Removed['items'];
}

export type SendKind = 'move' | 'copy';

/**
 * Creates the items in another list, in their order. A move also removes them from this list, in the same act. A moved
 * item stays bought or open; a copied item is open.
 */
export const sendItems =
  (kind: SendKind, listId: ListId, toListId: ListId, itemIds: readonly ItemId[]): AppThunk<Sent> =>
  (dispatch, getState, { ports, session }) => {
    const items = itemIds.flatMap((id) => removedItem(getState(), listId, id));
    const ids = newItemIds(getState(), toListId, items.length, ports);
    const added = items.map(({ fields }, index) => ({
      itemId: ids[index] as ItemId,
      fields: { ...fields, order: '', done: kind === 'move' && fields.done },
    }));
    const places = { listId, toListId, added };
    if (items.length > 0 && kind === 'copy') dispatch(itemsCopied(places));
    if (items.length > 0 && kind === 'move')
      dispatch(itemsMoved({ ...places, itemIds: items.map(({ itemId }) => itemId) }));
    return {
      session: session.data(),
      toListId,
      added: added.map(({ itemId }) => itemId),
      removed: kind === 'move' ? items : [],
    };
  };

/** Removes the new rows and brings back the old ones to their places, in one act. */
export const undoSend =
  ({ session: sentIn, toListId, added, removed }: Sent): AppThunk =>
  (dispatch, getState, { ports, session }) => {
    if (session.data() !== sentIn) return;
    const there = added.filter((itemId) => removedItem(getState(), toListId, itemId).length > 0);
    const restored = restoredItems(getState(), removed, ports.newId);
    const blanks = blanksInPlaceOf(getState(), restored);
    if (restored.length > 0) dispatch(moveUndone({ toListId, itemIds: there, items: restored, blanks }));
    else if (there.length > 0) dispatch(itemsDeleted({ listId: toListId, itemIds: there }));
  };
