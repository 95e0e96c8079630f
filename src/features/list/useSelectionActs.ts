import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { deleteItems } from '../../store/acts/itemsThunks';
import { undoRemoval } from '../../store/acts/rowThunks';
import { rememberBought } from '../../store/acts/usualItems';
import { useAppDispatch } from '../../store/state/hooks';
import { focusAddButton } from './rowFocus';
import type { TransferChoice } from './useTransferActs';
import { useUndoBar } from './useUndoBar';

interface SelectionUses {
  /** The ids of all bought items. */
  readonly done: readonly ItemId[];
  readonly transfer: (ids: readonly ItemId[], choice: TransferChoice) => void;
}

/** The actions on selected rows, with undo. Removed or moved rows leave the selection. */
export const useSelectionActs = (listId: ListId, { done, transfer }: SelectionUses) => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const offerUndo = useUndoBar(listId);
  return {
    remove: (ids: readonly ItemId[]): void => {
      dispatch(
        rememberBought(
          listId,
          ids.filter((id) => done.includes(id)),
        ),
      );
      const removed = flushSync(() => dispatch(deleteItems(listId, ids)));
      focusAddButton();
      offerUndo(t('undo.itemsDeleted', { count: removed.items.length }), () => dispatch(undoRemoval(removed)));
    },
    transfer: (ids: readonly ItemId[], choice: TransferChoice): void => {
      transfer(ids, choice);
      if (choice.kind === 'move') focusAddButton();
    },
  };
};
