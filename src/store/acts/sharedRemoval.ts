import type { ListId } from '../../contract/ids';
import { syncEvent } from '../../sync/model/syncEvents';
import { type Change, changesOf, type Dropped, type Log, type RowChanges } from '../../sync/model/syncState';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { forceSync } from './forceSync';
import { type RestoreOutcome, restoreRemovedList } from './restoreListThunks';
import { deleteList } from './rowThunks';

/** What the undo of a shared list's removal needs. A new list in its place would have no members. */
interface SharedRemoval {
  readonly session: UserData | null;
  readonly listId: ListId;
  readonly documentId: string | undefined;
  /** The changes of the removal. */
  readonly made: readonly Dropped[];
}

/** The changes of a list and its items that are in `now` and not in `before`. */
const changesSince = (before: Log, now: Log, listId: ListId): readonly Dropped[] => {
  const newIn = (collection: 'lists' | 'items'): Dropped[] => {
    const was: RowChanges = changesOf(before, collection, listId);
    return Object.values<readonly Change[]>(changesOf(now, collection, listId)).flatMap((changes) => {
      const [made] = changes.filter((change) => !was[change.rowId]?.includes(change));
      return made ? [{ collection, listId, rowId: made.rowId, changeIds: [made.id] }] : [];
    });
  };
  return [...newIn('lists'), ...newIn('items')];
};

/** Removes a list for all its members. */
export const deleteSharedList =
  (listId: ListId): AppThunk<SharedRemoval> =>
  (dispatch, getState, { session }) => {
    const { base, log } = getState().data;
    dispatch(deleteList(listId));
    return {
      session: session.data(),
      listId,
      documentId: base.lists[listId]?.documentId,
      made: changesSince(log, getState().data.log, listId),
    };
  };

/**
 * Removes a list after a time, unless the session ends before.
 * @param onRemoved called just before the removal
 * @returns cancels it
 */
export const deleteListLater =
  (listId: ListId, afterMs: number, onRemoved: () => void): AppThunk<() => void> =>
  (dispatch, _getState, { session }) => {
    const decidedIn = session.data();
    const timer = setTimeout(() => {
      if (session.data() !== decidedIn) return;
      onRemoved();
      dispatch(deleteList(listId));
    }, afterMs);
    return () => clearTimeout(timer);
  };

/** Undoes the removal. Drops it if it was not sent yet; else the server restores the list with its members. */
export const undoSharedRemoval =
  ({ session: removedIn, listId, documentId, made }: SharedRemoval): AppThunk<Promise<RestoreOutcome>> =>
  async (dispatch, getState, { session }) => {
    // Another tab may be sending the removal, or may have sent it.
    if (session.data() === removedIn) await removedIn?.catchUp();
    if (session.data() !== removedIn) return 'failed';
    const { base, log } = getState().data;
    const isMade = ({ id }: Change): boolean => made.some(({ changeIds }) => changeIds.includes(id));
    // If a set-back server has forgotten the removal, another change waits: this one was sent.
    const isWaiting =
      listId in base.lists && log.lists[listId]?.some(isMade) === true && log.inFlight[listId]?.kind !== 'remove';
    if (isWaiting) {
      dispatch(syncEvent('sync/changesDropped', { dropped: made }));
      return 'back';
    }
    await dispatch(forceSync());
    // Another tab may still be sending the removal, and the server cannot restore what it has not removed.
    const isOnItsWay = getState().data.log.lists[listId] !== undefined;
    return documentId === undefined || isOnItsWay ? 'failed' : dispatch(restoreRemovedList(documentId, listId));
  };
