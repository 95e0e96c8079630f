import { useCallback } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { type SendKind, sendItems, undoSend } from '../../store/acts/moveThunks';
import { useAppDispatch } from '../../store/state/hooks';
import { useUndoBar } from './useUndoBar';

/** Where items are sent, and whether they are moved or copied. */
export interface Sending {
  readonly kind: SendKind;
  readonly to: { readonly id: ListId; readonly name: string };
}

/**
 * Moves or copies items to another list, with undo.
 * @param release ends the editing of a row
 */
export const useSendActs = (listId: ListId, release: (id: ItemId) => void) => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const offerUndo = useUndoBar();
  return useCallback(
    (ids: readonly ItemId[], { kind, to }: Sending): void => {
      const sent = flushSync(() => {
        if (kind === 'move') for (const id of ids) release(id);
        return dispatch(sendItems(kind, listId, to.id, ids));
      });
      const count = sent.added.length;
      if (count === 0) return;
      const text = (many: number) =>
        t(kind === 'move' ? 'undo.itemsMoved' : 'undo.itemsCopied', { count: many, list: to.name });
      const series = { series: `${kind} ${to.id}`, textOf: text };
      offerUndo(text(count), () => dispatch(undoSend(sent)), {
        name: to.name,
        isAddition: kind === 'copy',
        ...series,
      });
    },
    [listId, release, dispatch, offerUndo, t],
  );
};
