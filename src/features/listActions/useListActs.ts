import type { ListId } from '../../contract/ids';
import type { ListRow } from '../../contract/records';
import { listEdited, listLeft } from '../../store/acts/intents';
import type { Removed } from '../../store/acts/restoredRows';
import { addList, clearList, deleteList, undoRemoval } from '../../store/acts/rowThunks';
import { deleteListLater, deleteSharedList, undoSharedRemoval } from '../../store/acts/sharedRemoval';
import { selectCapabilities } from '../../store/state/capabilitiesSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { listName } from '../listName';
import { useLazyTexts } from '../useLazyTexts';
import { useOwnMessages } from '../useOwnMessages';
import type { ListDraft } from './ListDialog';

const UNDO_MS = 10_000;

const changedFields = (before: ListDraft, draft: ListDraft): Partial<ListDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== Reflect.get(before, name)));

/** The actions of the overlays, each with its snackbar. */
export const useListActs = () => {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show, announce } = useOwnMessages();
  const canRestore = useAppSelector(selectCapabilities).restore;

  /** Says what was done with a list, and offers to undo it. The returned function removes the message. */
  const offer = (
    textKey: 'undo.listCleared' | 'undo.listDeleted' | 'sharing.deleting',
    list: ListRow,
    onAction: () => void,
  ): (() => void) => {
    const name = listName(t, list.name);
    const text = t(textKey, { name });
    return show({ text, name, durationMs: UNDO_MS, actionLabel: t('undo.action'), undo: {}, onAction });
  };
  const offerUndo = (textKey: 'undo.listCleared' | 'undo.listDeleted', list: ListRow, removed: Removed): void => {
    offer(textKey, list, () => {
      dispatch(undoRemoval(removed));
      announce(t('undo.restored'));
    });
  };

  /** Deletes a shared list for all members. Undo brings it back for all of them. */
  const removeForAll = (list: ListRow): void => {
    const removed = dispatch(deleteSharedList(list.id));
    offer('undo.listDeleted', list, async () => {
      const outcome = await dispatch(undoSharedRemoval(removed));
      const name = listName(t, list.name);
      if (outcome === 'back') announce(t('undo.restored'));
      else if (outcome === 'refused') show({ text: t('remote.listRefused', { name }), name, durationMs: UNDO_MS });
      else show({ text: t(outcome === 'gone' ? 'removedLists.gone' : 'removedLists.failed'), durationMs: UNDO_MS });
    });
  };

  /** Where the provider cannot restore lists, the list is deleted only after the time for undo. */
  const removeLater = (list: ListRow): void => {
    const cancel = dispatch(deleteListLater(list.id, UNDO_MS, () => hide()));
    const hide = offer('sharing.deleting', list, cancel);
  };

  return {
    add: (draft: ListDraft): ListId => {
      const listId = dispatch(addList(draft));
      announce(t('snack.listAdded', { name: listName(t, draft.name) }));
      return listId;
    },
    edit: (listId: ListId, before: ListDraft, draft: ListDraft): void => {
      const fields = changedFields(before, draft);
      if (Object.keys(fields).length > 0) dispatch(listEdited({ listId, fields }));
    },
    clear: (list: ListRow): void => {
      offerUndo('undo.listCleared', list, dispatch(clearList(list.id)));
    },
    /** Leaving cannot be undone: only a new invitation leads back. */
    leave: (list: ListRow): void => {
      dispatch(listLeft({ listId: list.id }));
      const name = listName(t, list.name);
      show({ text: t('sharing.left', { name }), name, durationMs: UNDO_MS });
    },
    remove: (list: ListRow, isShared: boolean): void => {
      if (isShared && canRestore) removeForAll(list);
      else if (isShared) removeLater(list);
      else offerUndo('undo.listDeleted', list, dispatch(deleteList(list.id)));
    },
  };
};
