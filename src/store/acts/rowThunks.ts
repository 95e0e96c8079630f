import type { ItemFields, ListFields } from '../../contract/fields';
import { asItemId, asListId, type ItemId, type ListId } from '../../contract/ids';
import { type ItemRow, isTimedUuid, itemFieldsOf, listFieldsOf } from '../../contract/records';
import { creationTime, isBlank } from '../../domain/itemOrder';
import { serverRowsOf } from '../../sync/model/syncState';
import type { AppThunk } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
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

/** Acts that must look at state first. Each ends in one intent; those that can be undone return what an undo needs. */

/** When a row was made, where its id does not tell. */
type Dated = Pick<ItemRow, 'createdAt'>;

/** Rows as they were before they went, for `undoRemoval`, and in whose session that was: an undo means nothing in another. */
export interface Removed {
  readonly session: UserData | null;
  readonly lists: readonly (RestoredRows['lists'][number] & Dated)[];
  readonly items: readonly (RestoredRows['items'][number] & Dated)[];
}

/** An item as it stands, for an undo; nothing where it is gone. */
export const removedItem = (state: RootState, listId: ListId, itemId: ItemId): Removed['items'] => {
  const item = selectItem(state, listId, itemId);
  return item ? [{ listId, itemId, fields: itemFieldsOf(item), createdAt: item.createdAt }] : [];
};

const itemsOfList = (state: RootState, listId: ListId): Removed['items'] =>
  selectItemIds(state, listId).flatMap((itemId) => removedItem(state, listId, itemId));

/** Creates a list and tells its id. */
export const addList =
  (fields: Partial<ListFields>): AppThunk<ListId> =>
  (dispatch, _getState, { ports }) => {
    const listId = asListId(ports.newId());
    dispatch(listAdded({ listId, ...fields }));
    return listId;
  };

/** Adds an item at the end of the open ones and tells its id. */
export const addItem =
  (listId: ListId, fields: Partial<ItemFields> = {}): AppThunk<ItemId> =>
  (dispatch, _getState, { ports }) => {
    const itemId = asItemId(ports.newId());
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

/** Removes all items, open and bought; the list stays. */
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

type Place = { readonly collection: 'lists' | 'items'; readonly listId: ListId; readonly rowId: ListId | ItemId };

/** Neither the row nor its removal ever left this device, so its uuid is still free. */
const wasNeverSent = ({ data: { base, log } }: RootState, { collection, listId, rowId }: Place): boolean =>
  !serverRowsOf(base, collection, listId)[rowId] && !(rowId in base.tombstones[collection]) && !log.inFlight[rowId];

/** In a uuid of version 7: the time, the count within it, and what places a row that was pasted between two (`idsAfter`). */
const PLACE_CHARACTERS = 30;

/** A new id that sorts where the old one did; one of ours also among rows of the same moment (a paste makes many). */
const idInPlaceOf = (old: string, { createdAt }: Dated, newId: (atMs?: number) => string): string => {
  const time = creationTime({ id: old as ItemId, createdAt });
  if (!Number.isFinite(time)) return newId();
  return isTimedUuid(old) ? old.slice(0, PLACE_CHARACTERS) + newId(time).slice(PLACE_CHARACTERS) : newId(time);
};

/** Under which id a removed row comes back: the server keeps one that it knew dead. */
const idToRestore = (state: RootState, place: Place, row: Dated, newId: (atMs?: number) => string): string =>
  wasNeverSent(state, place) ? place.rowId : idInPlaceOf(place.rowId, row, newId);

/** Removed items as they come back to their list. */
export const restoredItems = (
  state: RootState,
  items: Removed['items'],
  newId: (atMs?: number) => string,
): RestoredRows['items'] =>
  items.map(({ listId, itemId, fields, createdAt }) => ({
    listId,
    itemId: asItemId(idToRestore(state, { collection: 'items', listId, rowId: itemId }, { createdAt }, newId)),
    fields,
  }));

/** Blank rows that never left this device. */
const unsentBlanks = (state: RootState, listId: ListId): ItemId[] =>
  selectItemIds(state, listId).filter((id) => {
    const item = selectItem(state, listId, id);
    return item && isBlank(item) && wasNeverSent(state, { collection: 'items', listId, rowId: id });
  });

/** The blank rows of lists that have no others: they came because these rows went. */
export const blanksInPlaceOf = (state: RootState, restored: RestoredRows['items']): RestoredRows['blanks'] =>
  [...new Set(restored.map(({ listId }) => listId))].flatMap((listId) => {
    const blanks = unsentBlanks(state, listId);
    return blanks.length === selectItemIds(state, listId).length ? blanks.map((itemId) => ({ listId, itemId })) : [];
  });

/** Brings removed rows back, in their old places; those that were ever sent under new ids, because the server keeps the old ones dead. */
export const undoRemoval =
  ({ session: removedIn, lists, items }: Removed): AppThunk =>
  (dispatch, getState, { ports, session }) => {
    if (session.data() !== removedIn) return;
    const state = getState();
    const restoredLists = lists.map(({ listId, fields, createdAt }) => ({
      was: listId,
      listId: asListId(idToRestore(state, { collection: 'lists', listId, rowId: listId }, { createdAt }, ports.newId)),
      fields,
    }));
    const listFor = (was: ListId): ListId => restoredLists.find((list) => list.was === was)?.listId ?? was;
    const restored = restoredItems(state, items, ports.newId).map((item) => ({
      ...item,
      listId: listFor(item.listId),
    }));
    dispatch(
      rowsRestored({
        lists: restoredLists.map(({ listId, fields }) => ({ listId, fields })),
        items: restored,
        blanks: blanksInPlaceOf(state, restored),
      }),
    );
  };

/** On leaving a list: blank rows that never left this device go, except the single row of an otherwise empty list. */
export const sweepBlanks =
  (listId: ListId): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    const ids = selectItemIds(state, listId);
    const blanks = unsentBlanks(state, listId);
    const itemIds = blanks.length === ids.length ? blanks.slice(1) : blanks;
    if (itemIds.length) dispatch(blanksSwept({ listId, itemIds }));
  };
