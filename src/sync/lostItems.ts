import type { ListId, RowId } from '../contract/ids';
import { type ItemRow, makeRow, type Row, rowFields } from '../contract/records';
import { isBlank } from '../domain/itemOrder';
import { reduceRow, viewOf } from './replayRow';
import type { Dropped } from './syncState';
import { type Change, changesOf, type LostItem, type LostList, type SyncState, serverRowOf } from './syncState';
import { isListAbsent } from './unsent';

const NAMELESS: LostList = { name: '', icon: 'tomato', items: [] };

const isInserted = (changes: readonly Change[]): boolean => changes.some((change) => change.type === 'insert');

/**
 * A row that no server ever had. An edit of one: the row itself was dropped while it was blank, and its first word comes late.
 * A row that arrived just before its list went is in base, until the server tells that it went along.
 */
const isMadeHere = ({ base }: SyncState, listId: ListId, rowId: RowId, changes: readonly Change[]): boolean =>
  isInserted(changes) ||
  (changes.length > 0 && !(rowId in base.gone.items) && !serverRowOf(base, { collection: 'items', listId, rowId }));

const laidOver = (
  rowId: RowId,
  listId: ListId,
  offered: LostItem | undefined,
  changes: readonly Change[],
): Row | null => changes.reduce(reduceRow, makeRow('items', rowId, listId, offered ?? {}));

/**
 * What was added to a list that is gone, kept so that the user can be asked about it. Another tab may go on with such an item
 * until it hears of the end: what is typed there goes into the offer, and what is removed there leaves it. Twice equals once.
 */
export const keepLost = (state: SyncState, { collection, listId, rowId }: Dropped): SyncState => {
  if (collection !== 'items' || !isListAbsent(state, listId)) return state;
  const changes = changesOf(state.log, 'items', listId)[rowId] ?? [];
  const list = state.base.lost[listId] ?? NAMELESS;
  const offered = list.items.find(({ id }) => id === rowId);
  if (!(offered ? changes.length : isMadeHere(state, listId, rowId, changes))) return state;
  const row =
    offered || !isInserted(changes) ? laidOver(rowId, listId, offered, changes) : viewOf(state, 'items', listId, rowId);
  const now: LostItem[] = row && !isBlank(row as ItemRow) ? [{ ...rowFields('items', row), id: rowId }] : [];
  if (!offered && now.length === 0) return state;
  const items = offered ? list.items.flatMap((item) => (item === offered ? now : [item])) : [...list.items, ...now];
  return { ...state, base: { ...state.base, lost: { ...state.base.lost, [listId]: { ...list, items } } } };
};

/**
 * Whether an item's list is absent, and nobody said that it is gone: neither removed nor refused, and it waited here as the pull
 * began. Another tab may have made it since.
 * @param state read as the pull begins, and again for each answer
 */
export const unsureSince = (state: () => SyncState): ((listId: ListId) => boolean) => {
  const before = state();
  const wasAbsent = new Set(Object.keys(before.log.items).filter((id) => isListAbsent(before, id as ListId)));
  return (listId) => {
    const now = state();
    const isRefused = now.base.refused.some(({ changes }) => changes.some(({ rowId }) => rowId === listId));
    return isListAbsent(now, listId) && !(listId in now.base.gone.lists || wasAbsent.has(listId) || isRefused);
  };
};
