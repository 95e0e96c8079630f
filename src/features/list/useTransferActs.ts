import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { type TransferKind, transferItems, undoTransfer } from '../../store/acts/moveThunks';
import { useAppDispatch } from '../../store/state/hooks';
import { useUndoBar } from './useUndoBar';

/** Whether items are moved or copied, and to which list. */
export interface TransferChoice {
  readonly kind: TransferKind;
  readonly to: { readonly id: ListId; readonly name: string };
}

/**
 * Moves or copies items to another list, with undo.
 * @param release ends the editing of a row
 */
export const useTransferActs = (listId: ListId, release: (id: ItemId) => void) => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const offerUndo = useUndoBar();
  return (ids: readonly ItemId[], { kind, to }: TransferChoice): void => {
    const moved = flushSync(() => {
      if (kind === 'move') for (const id of ids) release(id);
      return dispatch(transferItems(kind, listId, to.id, ids));
    });
    const count = moved.added.length;
    if (count === 0) return;
    const text = (many: number) =>
      t(kind === 'move' ? 'undo.itemsMoved' : 'undo.itemsCopied', { count: many, list: to.name });
    const series = { series: `${kind} ${to.id}`, count, textOf: text };
    offerUndo(text(count), () => dispatch(undoTransfer(moved)), {
      name: to.name,
      isAddition: kind === 'copy',
      ...series,
    });
  };
};
