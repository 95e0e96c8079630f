import { asItemId, asListId, type ListId } from '../contract/ids';
import { syncEvent } from '../sync/syncEvents';
import type { AppThunk } from './appStore';
import { rowsRestored } from './intents';

/** Keeps what was added to a list that someone removed elsewhere, as a list of its own. */
export const keepLostList =
  (lostId: ListId): AppThunk<ListId | null> =>
  (dispatch, getState, { ports }) => {
    const lost = getState().data.base.lost[lostId];
    if (!lost) return null;
    const listId = asListId(ports.newId());
    const items = lost.items.map((fields) => ({
      listId,
      itemId: asItemId(ports.newId()),
      fields: {
        description: String(fields.description ?? ''),
        quantity: String(fields.quantity ?? ''),
        done: fields.done === true,
      },
    }));
    dispatch(rowsRestored({ lists: [{ listId, fields: { name: lost.name, icon: lost.icon } }], items, blanks: [] }));
    dispatch(dismissLostList(lostId));
    return listId;
  };

export const dismissLostList =
  (listId: ListId): AppThunk =>
  (dispatch, getState) => {
    const offer = getState().data.base.lost[listId];
    dispatch(syncEvent('sync/lostListResolved', { listId, offer }));
  };
