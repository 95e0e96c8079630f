import { asItemId, asListId, type ItemId, type ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { isInPlaceOf, isTimedUuid, uuidsInPlaceOf } from '../../contract/uuids';
import { creationTime } from '../../domain/itemOrder';
import { changesOfRow } from '../../sync/model/changeLog';
import { viewRow } from '../../sync/model/replayRow';
import { type Dropped, isMadeOfBase, type RowPlace, serverRowOf } from '../../sync/model/syncState';
import type { Extra } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import type { UserData } from '../state/session';
import { selectItem, selectItemIds, selectList, selectListIds } from '../view/viewSelectors';
import type { RestoredRows } from './intents';

/** How removed rows come back, for the undos. */

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

type RemovedItem = Removed['items'][number];

/** True if neither the row nor its removal was ever sent. Then its uuid is still free. */
export const wasNeverSent = ({ data: { base, log } }: RootState, place: RowPlace): boolean =>
  !serverRowOf(base, place) && !(place.rowId in base.tombstones[place.collection]) && !log.inFlight[place.rowId];

/** Whether this tab alone sends. Only then it knows what was sent, and what is being sent. */
const isSender = ({ ports, session }: Extra): boolean => !ports.hasNoLocks && session.data()?.writesBase() === true;

/**
 * The waiting removal of a row, if it was never sent and nobody can be sending it now. Without it the row is back as it is
 * for everybody else. A removal that a set-back server has forgotten was sent: other devices know it too, and would repeat
 * it.
 */
const unsentRemoval = ({ data: { base, log } }: RootState, extra: Extra, place: RowPlace): readonly Dropped[] => {
  if (!isSender(extra) || log.inFlight[place.rowId]?.kind === 'remove') return [];
  const changes = changesOfRow(log, place);
  const removals = changes.filter(({ type }) => type === 'remove');
  const isGone = place.rowId in base.tombstones[place.collection];
  const others = changes.filter((change) => !removals.includes(change));
  const isBack = !isGone && viewRow(serverRowOf(base, place), others) !== null;
  const wasSent = removals.some(isMadeOfBase);
  return removals.length && isBack && !wasSent ? [{ ...place, changeIds: removals.map(({ id }) => id) }] : [];
};

/** A removed row, and whether its list is still the same one. */
interface Gone extends Dated {
  readonly place: RowPlace;
  readonly isInItsList: boolean;
}

/**
 * An id that the server has removed cannot be used again: such a row gets a new one in the same place of the order. If the
 * list itself comes back under a new id, all its rows get new ids: another window may have restored it too, and an id
 * belongs to one row at the provider.
 * @returns the removals to take out of the log, and the other rows with the ids under which they are made
 */
const planReturn = <Row extends Gone>(state: RootState, rows: readonly Row[], extra: Extra) => {
  const { newId } = extra.ports;
  const dropped = rows.flatMap(({ place, isInItsList }) => (isInItsList ? unsentRemoval(state, extra, place) : []));
  const returning = new Set(dropped.map(({ rowId }) => rowId));
  const made = rows.filter(({ place }) => !returning.has(place.rowId));
  const isFree = ({ place, isInItsList }: Row): boolean => isInItsList && isSender(extra) && wasNeverSent(state, place);
  const timed = made.flatMap((row) => (isTimedUuid(row.place.rowId) && !isFree(row) ? [row.place.rowId] : []));
  const ids = uuidsInPlaceOf(timed, newId);
  const idOf = (row: Row): string => {
    const { rowId } = row.place;
    if (isFree(row)) return rowId;
    const time = creationTime({ id: rowId as ItemId, createdAt: row.createdAt });
    return ids.get(rowId) ?? (Number.isFinite(time) ? newId(time) : newId());
  };
  return { dropped, made: made.map((row) => ({ row, id: idOf(row) })) };
};

/** A list as it is shown now: itself, or the one that was made again in its place. Undefined if it is gone. */
export const presentList = (state: RootState, listId: ListId): ListId | undefined =>
  selectList(state, listId) ? listId : selectListIds(state).find((id) => isInPlaceOf(id, listId));

/** An item as it is shown now: itself, or the one that was made again in its place. Undefined if it is gone. */
export const presentItem = (state: RootState, listId: ListId, itemId: ItemId): ItemRow | undefined => {
  const again = (): ItemId | undefined => selectItemIds(state, listId).find((id) => isInPlaceOf(id, itemId));
  const id = selectItem(state, listId, itemId) ? itemId : again();
  return id && selectItem(state, listId, id);
};

/** Removed lists, as they are restored. A list that is shown, or made again in its place, is not among them. */
export const restoredLists = (state: RootState, removed: Removed['lists'], extra: Extra) => {
  const gone = removed.filter(({ listId }) => presentList(state, listId) === undefined);
  const rows = gone.map((list): Gone & typeof list => {
    const { listId } = list;
    return { ...list, place: { collection: 'lists', listId, rowId: listId }, isInItsList: true };
  });
  const { made, dropped } = planReturn(state, rows, extra);
  return { dropped, made: made.map(({ row, id }) => ({ was: row.listId, listId: asListId(id), fields: row.fields })) };
};

/** Whether items of this list are shown, or another device has brought them back in their places. */
const makeIsBack = (state: RootState, listId: ListId) => {
  const byText = new Map<string, ItemId[]>();
  for (const id of selectItemIds(state, listId)) {
    const text = selectItem(state, listId, id)?.description ?? '';
    const known = byText.get(text);
    if (known) known.push(id);
    else byText.set(text, [id]);
  }
  return ({ itemId, fields }: RemovedItem): boolean =>
    selectItem(state, listId, itemId) !== undefined ||
    (byText.get(fields.description)?.some((id) => isInPlaceOf(id, itemId)) ?? false);
};

/**
 * Removed items, as they are restored in their list.
 * @param listFor the present id of a removed item's list
 * @returns the new rows, each with the id that its item had, and the removals that were not sent: these items come back
 *   by themselves
 */
export const restoredItems = (
  state: RootState,
  removed: Removed['items'],
  extra: Extra,
  listFor = (was: ListId): ListId => was,
): {
  readonly items: readonly (RestoredRows['items'][number] & { readonly was: ItemId })[];
  readonly dropped: readonly Dropped[];
} => {
  const lists = new Set(removed.map(({ listId }) => listFor(listId)));
  const isBackIn = new Map([...lists].map((listId) => [listId, makeIsBack(state, listId)]));
  const rows = removed
    .filter((item) => !isBackIn.get(listFor(item.listId))?.(item))
    .map((item): Gone & RemovedItem => {
      const { listId, itemId: rowId } = item;
      return { ...item, place: { collection: 'items', listId, rowId }, isInItsList: listFor(listId) === listId };
    });
  const { made, dropped } = planReturn(state, rows, extra);
  const items = made.map(({ row, id }) => ({
    was: row.itemId,
    listId: listFor(row.listId),
    itemId: asItemId(id),
    fields: row.fields,
  }));
  return { items, dropped };
};
