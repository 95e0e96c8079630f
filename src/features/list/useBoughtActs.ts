import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { checkItems, deleteItems, undoCheckItems } from '../../store/acts/itemsThunks';
import { undoRemoval } from '../../store/acts/rowThunks';
import { rememberBought } from '../../store/acts/usualItems';
import { useAppDispatch } from '../../store/state/hooks';
import { focusAddButton, focusCheckbox } from './rowFocus';
import { useUndoBar } from './useUndoBar';

export interface BoughtActs {
  remove(): void;
  /** Unticks all bought items, to use the list again. */
  uncheck(): void;
}

/**
 * The actions for all bought items. The pressed button disappears with the rows, so each action sets the focus.
 * @param done the bought items on screen
 */
export const useBoughtActs = (listId: ListId, done: readonly ItemId[]): BoughtActs => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const offerUndo = useUndoBar(listId);
  const remove = (): void => {
    // Before the items are deleted, they are remembered as suggestions.
    dispatch(rememberBought(listId, done));
    const removed = flushSync(() => dispatch(deleteItems(listId, done)));
    focusAddButton();
    offerUndo(t('undo.itemsDeleted', { count: removed.items.length }), () => dispatch(undoRemoval(removed)));
  };
  const uncheck = (): void => {
    const unchecked = flushSync(() => dispatch(checkItems(listId, done, false)));
    const [first] = unchecked.itemIds;
    if (first) focusCheckbox(first);
    offerUndo(t('undo.itemsUnchecked', { count: unchecked.itemIds.length }), () => dispatch(undoCheckItems(unchecked)));
  };
  return { remove, uncheck };
};
