import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { itemsDeleted } from './intents';
import { itemsCopied, itemsMoved, moveUndone } from './moveIntents';
import { blanksInPlaceOf, type Removed, removedItem, restoredItems } from './rowThunks';

/** Items that went to another list, or were written there too. The rows there are new ones, so nothing that is on its way for the old ones can reach them. */
export interface Sent {
  readonly session: UserData | null;
  readonly toListId: ListId;
  /** The new rows. */
  readonly added: readonly ItemId[];
  /** What went from the old list; nothing when it was copied. */
  readonly removed: Removed['items'];
}

export type SendKind = 'move' | 'copy';

/**
 * Writes items into another list, in their order; moved ones leave this one in the same act. A moved item stays bought or open,
 * a copied one is to buy again.
 */
export const sendItems =
  (kind: SendKind, listId: ListId, toListId: ListId, itemIds: readonly ItemId[]): AppThunk<Sent> =>
  (dispatch, getState, { ports, session }) => {
    const items = itemIds.flatMap((id) => removedItem(getState(), listId, id));
    const added = items.map(({ fields }) => ({
      itemId: asItemId(ports.newId()),
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

/** Takes the new rows away, and brings back the old ones to where they stood, in one act. */
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
