import type { ItemFields, ItemText, ListFields } from '../../contract/fields';
import { asItemId, asListId, type ItemId, type ListId } from '../../contract/ids';
import {
  type ItemRow,
  isInPlaceOf,
  isTimedUuid,
  itemFieldsOf,
  listFieldsOf,
  uuidsInPlaceOf,
} from '../../contract/records';
import { creationTime, isBlank } from '../../domain/itemOrder';
import { serverRowsOf } from '../../sync/model/syncState';
import type { AppThunk } from '../state/appStore';
import type { Ports } from '../state/ports';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { selectItem, selectItemIds, selectList, selectListIds } from '../view/viewSelectors';
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

/** Acts that depend on the state. Each dispatches one action. Those that can be undone return what the undo needs. */

/** The creation time of a row whose id does not contain it. */
type Dated = Pick<ItemRow, 'createdAt'>;

/**
 * Rows as they were before their removal, for `undoRemoval`, and the user of that session: an undo is valid only there.
 */
export interface Removed {
  readonly session: UserData | null;
  readonly lists: readonly (RestoredRows['lists'][number] & Dated)[];
  readonly items: readonly (RestoredRows['items'][number] & Dated)[];
}

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

type Place = { readonly collection: 'lists' | 'items'; readonly listId: ListId; readonly rowId: ListId | ItemId };

/** True if neither the row nor its removal was ever sent. Then its uuid is still free. */
const wasNeverSent = ({ data: { base, log } }: RootState, { collection, listId, rowId }: Place): boolean =>
  !serverRowsOf(base, collection, listId)[rowId] && !(rowId in base.tombstones[collection]) && !log.inFlight[rowId];

/** New ids in the places of rows, by their old ids. A row whose id has no time is placed by its creation time. */
const idsInPlaceOf = (rows: readonly (Dated & { readonly id: string })[], newId: Ports['newId']) => {
  const timed = rows.flatMap(({ id }) => (isTimedUuid(id) ? [id] : []));
  const ids = uuidsInPlaceOf(timed, newId);
  const idOf = ({ id, createdAt }: (typeof rows)[number]): string => {
    const time = creationTime({ id: id as ItemId, createdAt });
    return ids.get(id) ?? (Number.isFinite(time) ? newId(time) : newId());
  };
  return new Map(rows.map((row) => [row.id, idOf(row)]));
};

/** A list as it is shown now: itself, or the one that was made again in its place. Undefined if it is gone. */
export const presentList = (state: RootState, listId: ListId): ListId | undefined =>
  selectList(state, listId) ? listId : selectListIds(state).find((id) => isInPlaceOf(id, listId));

/**
 * Removed items, as they are restored in their list. An id that the server has removed cannot be used again. In a list
 * that comes back under a new id, all get new ids: another window may have brought it back too, and the provider has one
 * row of an id.
 * @param listFor the present id of a removed item's list
 */
export const restoredItems = (
  state: RootState,
  items: Removed['items'],
  newId: Ports['newId'],
  listFor = (was: ListId): ListId => was,
): RestoredRows['items'] => {
  const isFree = ({ listId, itemId: rowId }: Removed['items'][number]): boolean =>
    listFor(listId) === listId && wasNeverSent(state, { collection: 'items', listId, rowId });
  const replaced = items.filter((item) => !isFree(item)).map(({ itemId: id, createdAt }) => ({ id, createdAt }));
  const ids = idsInPlaceOf(replaced, newId);
  return items.map(({ listId, itemId, fields }) => ({
    listId: listFor(listId),
    itemId: asItemId(ids.get(itemId) ?? itemId),
    fields,
  }));
};

/** Blank rows that were never sent. */
const unsentBlanks = (state: RootState, listId: ListId): ItemId[] =>
  selectItemIds(state, listId).filter((id) => {
    const item = selectItem(state, listId, id);
    return item && isBlank(item) && wasNeverSent(state, { collection: 'items', listId, rowId: id });
  });

/** The blank rows of lists that have no other rows. The app added them because these rows were removed. */
export const blanksInPlaceOf = (state: RootState, restored: RestoredRows['items']): RestoredRows['blanks'] =>
  [...new Set(restored.map(({ listId }) => listId))].flatMap((listId) => {
    const blanks = unsentBlanks(state, listId);
    return blanks.length === selectItemIds(state, listId).length ? blanks.map((itemId) => ({ listId, itemId })) : [];
  });

/**
 * Restores removed rows in their old places. Rows that were ever sent get new ids, because the server has removed the
 * old. The others keep theirs, so that an older undo still finds them.
 */
export const undoRemoval =
  ({ session: removedIn, lists, items }: Removed): AppThunk =>
  (dispatch, getState, { ports, session }) => {
    if (session.data() !== removedIn) return;
    const state = getState();
    const replaced = lists.filter(({ listId }) => !wasNeverSent(state, { collection: 'lists', listId, rowId: listId }));
    const listIds = idsInPlaceOf(
      replaced.map(({ listId: id, createdAt }) => ({ id, createdAt })),
      ports.newId,
    );
    const restoredLists = lists.map(({ listId, fields }) => ({
      was: listId,
      listId: asListId(listIds.get(listId) ?? listId),
      fields,
    }));
    const listFor = (was: ListId): ListId =>
      restoredLists.find((list) => list.was === was)?.listId ?? presentList(state, was) ?? was;
    const restored = restoredItems(state, items, ports.newId, listFor);
    dispatch(
      rowsRestored({
        lists: restoredLists.map(({ listId, fields }) => ({ listId, fields })),
        items: restored,
        blanks: blanksInPlaceOf(state, restored),
      }),
    );
  };

/** Creates an item that somebody else has removed anew, in its old place and with these texts. */
export const restoreItem =
  (listId: ListId, item: ItemRow, texts: Readonly<Record<ItemText, string>>): AppThunk =>
  (dispatch, getState, { ports }) => {
    const state = getState();
    const { id: itemId, createdAt } = item;
    const fields = { ...itemFieldsOf(item), ...texts };
    const items = restoredItems(state, [{ listId, itemId, fields, createdAt }], ports.newId);
    dispatch(rowsRestored({ lists: [], items, blanks: blanksInPlaceOf(state, items) }));
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
