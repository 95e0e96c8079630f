import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';
import type { Snack, UndoSeries } from '../../ui/snackQueue';

export const UNDO_MS = 8000;
const TOLD_MS = 4000;

interface UndoDetails extends UndoSeries, Pick<Snack, 'name'> {
  /** The action only added items, so its undo restores none. */
  readonly isAddition?: boolean;
}

/**
 * Shows a bar that offers to undo the last action.
 * @param listId the only list in which the bar is shown; absent if the text names a list
 * @returns `offerUndo`; consecutive actions of one series share a bar. Its `undo` returns false if the list is gone and
 *   nothing could be undone
 */
export const useUndoBar = (listId?: ListId) => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const announce = useAnnounce();
  return useCallback(
    (text: string, undo: () => unknown, { name = '', isAddition = false, ...series }: UndoDetails = {}): void => {
      const onAction = (): void => {
        if (undo() === false) show({ text: t('undo.listGone'), durationMs: TOLD_MS });
        else announce(t(isAddition ? 'undo.undone' : 'undo.restored'));
      };
      const page = listId && { page: listId };
      show({ text, name, actionLabel: t('undo.action'), onAction, durationMs: UNDO_MS, undo: series, ...page });
    },
    [listId, announce, show, t],
  );
};
