import { asItemId, asListId, type ListId } from '../../contract/ids';
import { itemFieldsOf, listFieldsOf } from '../../contract/records';
import { recoveryOffers } from '../../sync/model/orphans';
import { syncEvent } from '../../sync/model/syncEvents';
import { type Change, changesOf, type Dropped, type SyncState } from '../../sync/model/syncState';
import type { AppThunk } from '../state/appStore';
import { rowsRestored } from './intents';

/** The changes that an answered offer takes out of the log. What may have been sent is not offered, and stays. */
const orphansOf = ({ log }: SyncState, listId: ListId): readonly Dropped[] =>
  Object.values<readonly Change[]>(changesOf(log, 'items', listId)).flatMap((changes) => {
    const [first] = changes;
    if (!first || first.rowId in log.inFlight) return [];
    const { collection, rowId } = first;
    return [{ collection, listId, rowId, changeIds: changes.map(({ id }) => id) }];
  });

/** Keeps what was added to a list that somebody removed elsewhere, in a new list. */
export const keepRecoveryOffer =
  (lostId: ListId): AppThunk<ListId | null> =>
  (dispatch, getState, { ports }) => {
    const { data } = getState();
    const lost = recoveryOffers(data)[lostId];
    if (!lost) return null;
    const listId = asListId(ports.newId());
    const items = lost.items.map((item) => ({
      listId,
      itemId: asItemId(ports.newId()),
      fields: itemFieldsOf(item),
    }));
    const lists = [{ listId, fields: listFieldsOf(lost) }];
    dispatch(rowsRestored({ lists, items, blanks: [], dropped: orphansOf(data, lostId) }));
    return listId;
  };

export const dismissRecoveryOffer =
  (listId: ListId): AppThunk =>
  (dispatch, getState) => {
    dispatch(syncEvent('sync/changesDropped', { dropped: orphansOf(getState().data, listId) }));
  };
