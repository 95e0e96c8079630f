import type { ItemId, ListId } from '../../contract/ids';
import type { Collection, ItemRow, ListRow } from '../../contract/records';
import { remembered } from '../../domain/remembered';
import { emptyTable, refusalId, type TableView } from '../../sync/model/syncState';
import { countUnsent } from '../../sync/model/unsent';
import type { RootState } from '../state/rootReducer';

/** Selectors for screens. */

type Items = TableView<ItemRow>;
const noItems: Items = emptyTable;

/** A list's table. */
export const selectItems = (state: RootState, listId: ListId): Items => state.items[listId] ?? noItems;

/** Ids of all lists, in their order. */
export const selectListIds = (state: RootState): readonly ListId[] => state.lists.ids;
export const selectList = (state: RootState, id: ListId): ListRow | undefined => state.lists.rows[id];
export const selectItem = (state: RootState, listId: ListId, id: ItemId): ItemRow | undefined =>
  selectItems(state, listId).rows[id];
/** A list's items by id. The same object while none of them changes. */
export const selectItemRows = (state: RootState, listId: ListId): Readonly<Record<ItemId, ItemRow>> =>
  selectItems(state, listId).rows;
/** Ids of a list's items, open and bought, in their order. */
export const selectItemIds = (state: RootState, listId: ListId): readonly ItemId[] => selectItems(state, listId).ids;

/** The sync of a collection is paused while offline, hidden or signed out, in every tab, leading or not. */
export const selectCollections = ({ status, session }: RootState): Record<Collection, 'running' | 'paused'> => {
  const now = status.isOnline && status.isActive && session.phase === 'open' ? 'running' : 'paused';
  return { lists: now, items: now };
};

const unsentCount = remembered(countUnsent);

/** The number of rows with unsent changes. */
export const selectUnsentCount = ({ data }: RootState): number => unsentCount(data);

/** Whether a removed list has unsent items, about which the person may have to be asked, or anything was refused. */
export const selectMayAsk = ({ data: { base, log } }: RootState): boolean =>
  Object.keys(log.items).some((listId) => listId in base.tombstones.lists) || log.refusals.length > 0;
export const selectRefusals = (state: RootState) => state.data.log.refusals;
export { refusalId };
/** True once lists and items were pulled at least once on this device. */
export const selectHasPulled = (state: RootState): boolean =>
  state.data.base.cursors.lists !== null && state.data.base.cursors.items !== null;

const rowsOf = remembered(({ ids, rows }: RootState['lists']): readonly ListRow[] =>
  ids.flatMap((id) => rows[id] ?? []),
);

/** All lists, in their order. The same array while none of them changes. */
export const selectLists = ({ lists }: RootState): readonly ListRow[] => rowsOf(lists);
