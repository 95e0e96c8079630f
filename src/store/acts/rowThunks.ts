import { type ItemFields, type ItemText, isBlank, type ListFields } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import { type ItemRow, itemFieldsOf, listFieldsOf } from '../../contract/records';
import type { AppThunk } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import { selectItem, selectItemIds, selectList } from '../view/viewSelectors';
import {
  blanksSwept,
  itemAdded,
  itemDeleted,
  listAdded,
  listCleared,
  listDeleted,
  type RestoredRows,
  rowsRestored,
} from './intents';
import { newItemIds, newListId } from './newIds';
import { presentList, type Removed, restoredItems, restoredLists, wasNeverSent } from './restoredRows';

/** Acts that depend on the state. Each dispatches one action. Those that can be undone return what the undo needs. */

/** An item as it is now, for an undo. Undefined if it is gone. */
export const removedItem = (state: RootState, listId: ListId, itemId: ItemId): Removed['items'] => {
  const item = selectItem(state, listId, itemId);
  return item ? [{ listId, itemId, fields: itemFieldsOf(item), createdAt: item.createdAt }] : [];
};

const itemsOfList = (state: RootState, listId: ListId): Removed['items'] =>
  selectItemIds(state, listId).flatMap((itemId) => removedItem(state, listId, itemId));

/** Creates a list and returns its id. */
export const addList =
  (fields: Partial<ListFields>): AppThunk<ListId> =>
  (dispatch, getState, { ports }) => {
    const listId = newListId(getState(), ports);
    dispatch(listAdded({ listId, ...fields }));
    return listId;
  };

/** Adds an item after the open ones and returns its id. */
export const addItem =
  (listId: ListId, fields: Partial<ItemFields> = {}): AppThunk<ItemId> =>
  (dispatch, getState, { ports }) => {
    const [itemId] = newItemIds(getState(), listId, 1, ports) as [ItemId];
    dispatch(itemAdded({ listId, itemId, fields }));
    return itemId;
  };

export const deleteItem =
  (listId: ListId, itemId: ItemId): AppThunk<Removed> =>
  (dispatch, getState, { session }) => {
    const items = removedItem(getState(), listId, itemId);
    dispatch(itemDeleted({ listId, itemId }));
    return { session: session.data(), lists: [], items };
  };

/** Removes all items, open and bought. The list stays. */
export const clearList =
  (listId: ListId): AppThunk<Removed> =>
  (dispatch, getState, { session }) => {
    const items = itemsOfList(getState(), listId);
    dispatch(listCleared({ listId, itemIds: items.map(({ itemId }) => itemId) }));
    return { session: session.data(), lists: [], items };
  };

export const deleteList =
  (listId: ListId): AppThunk<Removed> =>
  (dispatch, getState, { session }) => {
    const list = selectList(getState(), listId);
    const items = itemsOfList(getState(), listId);
    dispatch(listDeleted({ listId, itemIds: items.map(({ itemId }) => itemId) }));
    const lists = list ? [{ listId, fields: listFieldsOf(list), createdAt: list.createdAt }] : [];
    return { session: session.data(), lists, items };
  };

/** Blank rows that were never sent. */
const unsentBlanks = (state: RootState, listId: ListId): ItemId[] =>
  selectItemIds(state, listId).filter((id) => {
    const item = selectItem(state, listId, id);
    return item && isBlank(item) && wasNeverSent(state, { collection: 'items', listId, rowId: id });
  });

/** The blank rows of lists that have no other rows. The app added them because these rows were removed. */
export const blanksInPlaceOf = (
  state: RootState,
  restored: readonly { readonly listId: ListId }[],
): RestoredRows['blanks'] =>
  [...new Set(restored.map(({ listId }) => listId))].flatMap((listId) => {
    const blanks = unsentBlanks(state, listId);
    return blanks.length === selectItemIds(state, listId).length ? blanks.map((itemId) => ({ listId, itemId })) : [];
  });

/**
 * Restores removed rows in their old places. A removal that was not sent is taken back, so what others changed meanwhile
 * stays. Otherwise a row that was ever sent gets a new id, because the server has removed the old one. A row that was never
 * sent keeps its id, so that an older undo still finds it.
 */
export const undoRemoval =
  ({ session: removedIn, lists, items }: Removed): AppThunk =>
  (dispatch, getState, extra) => {
    if (extra.session.data() !== removedIn) return;
    const state = getState();
    const { made, dropped } = restoredLists(state, lists, extra);
    const listFor = (was: ListId): ListId =>
      made.find((list) => list.was === was)?.listId ?? presentList(state, was) ?? was;
    const restored = restoredItems(state, items, extra, listFor);
    dispatch(
      rowsRestored({
        lists: made.map(({ listId, fields }) => ({ listId, fields })),
        items: restored.items,
        blanks: blanksInPlaceOf(state, [...restored.items, ...restored.dropped]),
        dropped: [...dropped, ...restored.dropped],
      }),
    );
  };

/** Creates an item again that somebody else has removed: in its old place, with these texts. */
export const restoreItem =
  (listId: ListId, item: ItemRow, texts: Readonly<Record<ItemText, string>>): AppThunk =>
  (dispatch, getState, extra) => {
    const state = getState();
    const { id: itemId, createdAt } = item;
    const fields = { ...itemFieldsOf(item), ...texts };
    const { items, dropped } = restoredItems(state, [{ listId, itemId, fields, createdAt }], extra);
    dispatch(rowsRestored({ lists: [], items, blanks: blanksInPlaceOf(state, items), dropped }));
  };

/**
 * Removes blank rows that were never sent, except the only row of an empty list. Called when the person leaves a list.
 * @param isSwept which rows; by default all
 */
export const sweepBlanks =
  (listId: ListId, isSwept = (_id: ItemId): boolean => true): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    const ids = selectItemIds(state, listId);
    const blanks = unsentBlanks(state, listId);
    const itemIds = (blanks.length === ids.length ? blanks.slice(1) : blanks).filter(isSwept);
    if (itemIds.length) dispatch(blanksSwept({ listId, itemIds }));
  };
