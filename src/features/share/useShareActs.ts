import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { useAppDispatch } from '../../store/hooks';
import { undoPaste } from '../../store/pasteThunks';
import { shareLines } from '../../store/shareLines';
import { useAnnounce } from '../../ui/LiveRegions';
import { useSnackBar } from '../../ui/SnackBars';

const UNDO_MS = 8000;

/** @returns adds shared text to a list, with the way back */
export const useShareActs = (): ((listId: ListId, text: string) => void) => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const announce = useAnnounce();
  const { show } = useSnackBar();
  return useCallback(
    (listId, text) => {
      const added = dispatch(shareLines(listId, text));
      show({
        text: t('snack.pasted', { count: added.count }),
        durationMs: UNDO_MS,
        actionLabel: t('undo.action'),
        undo: {},
        onAction: () => {
          dispatch(undoPaste(listId, added));
          announce(t('undo.restored'));
        },
      });
    },
    [dispatch, announce, show, t],
  );
};
