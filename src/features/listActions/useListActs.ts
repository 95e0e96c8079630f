import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import type { ListRow } from '../../contract/records';
import { useAppDispatch } from '../../store/hooks';
import { listEdited } from '../../store/intents';
import { addList, clearList, deleteList, type Removed, undoRemoval } from '../../store/rowThunks';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';
import type { ListDraft } from './ListDialog';

const UNDO_MS = 10_000;

const changedFields = (before: ListDraft, draft: ListDraft): Partial<ListDraft> => ({
  ...(draft.name !== before.name && { name: draft.name }),
  ...(draft.icon !== before.icon && { icon: draft.icon }),
});

/** What happens to a list when a layer is answered, each with its snackbar. */
export const useListActs = () => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const announce = useAnnounce();
  const { show } = useSnackBar();

  const nameOf = (name: string): string => name.trim() || t('list.fallbackName');
  const offerUndo = (text: string, removed: Removed): void => {
    show({
      text,
      durationMs: UNDO_MS,
      actionLabel: t('undo.action'),
      undo: {},
      onAction: () => {
        dispatch(undoRemoval(removed));
        announce(t('undo.restored'));
      },
    });
  };

  return {
    add: (draft: ListDraft): ListId => {
      const listId = dispatch(addList(draft));
      announce(t('snack.listAdded', { name: nameOf(draft.name) }));
      return listId;
    },
    edit: (listId: ListId, before: ListDraft, draft: ListDraft): void => {
      const fields = changedFields(before, draft);
      if (Object.keys(fields).length > 0) dispatch(listEdited({ listId, fields }));
    },
    clear: (list: ListRow): void => {
      offerUndo(t('undo.listCleared', { name: nameOf(list.name) }), dispatch(clearList(list.id)));
    },
    remove: (list: ListRow): void => {
      offerUndo(t('undo.listDeleted', { name: nameOf(list.name) }), dispatch(deleteList(list.id)));
    },
  };
};
