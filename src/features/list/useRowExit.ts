import { useTranslation } from 'react-i18next';
import type { ItemText } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { restoreItem } from '../../store/acts/rowThunks';
import { selectRemovers } from '../../store/state/authorsSlice';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectItemGroups } from '../../store/view/itemGroups';
import { selectIsRefused } from '../../store/view/listPresence';
import { useSnackBar } from '../../ui/SnackBars';
import { markRefusalsSeen } from '../refusalsSeen';
import { itemName } from './itemName';
import { UNDO_MS } from './useUndoBar';

/**
 * Runs when the person leaves a row's fields. If another device ticked the item, its row moves after a delay. If
 * another device or member deleted it, or the server refused it, the typed text is offered as a new item in the old place.
 * @param stay keeps a ticked row in its place for a moment
 */
export const useRowExit = (listId: ListId, stay: (id: ItemId) => void) => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const { open, done } = useAppSelector((state) => selectItemGroups(state, listId));
  const removers = useAppSelector(selectRemovers);
  return (id: ItemId, typed: Readonly<Record<ItemText, string>> | null, item: ItemRow | null): void => {
    if (done.includes(id)) stay(id);
    if (open.includes(id) || done.includes(id) || !typed || !item) return;
    const by = removers[id];
    const names = t('remote.removed', { name: itemName(t, typed) });
    const isRefused = dispatch((_dispatch, getState) => selectIsRefused(getState(), id));
    const gone = t(isRefused ? 'remote.itemRefused' : 'remote.itemDeleted');
    const restore = (): void => {
      dispatch(restoreItem(listId, item, typed));
      dispatch(markRefusalsSeen(id));
    };
    show({
      text: by ? t('remote.by', { by, names }) : gone,
      actionLabel: t('remote.restore'),
      onAction: restore,
      durationMs: UNDO_MS,
    });
  };
};
