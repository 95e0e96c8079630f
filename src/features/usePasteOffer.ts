import { useCallback } from 'react';
import type { ListId } from '../contract/ids';
import { checkItems } from '../store/acts/itemsThunks';
import { type Pasted, undoPaste } from '../store/acts/pasteThunks';
import { useAppDispatch } from '../store/state/hooks';
import { useAnnounce } from '../ui/LiveRegions';
import { useSnackBar } from '../ui/SnackBars';
import type { Snack } from '../ui/snackQueue';
import { useLazyTexts } from './useLazyTexts';

const UNDO_MS = 8000;

/**
 * Says how many items a paste or share added, and offers undo. If the text had ticked boxes, it also offers to tick
 * those items.
 */
export const usePasteOffer = (): ((listId: ListId, pasted: Pasted) => void) => {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const announce = useAnnounce();
  const { show } = useSnackBar();
  return useCallback(
    (listId, pasted) => {
      const { count, ticked } = pasted;
      const offer: Snack = {
        text: t('snack.pasted', { count }),
        durationMs: UNDO_MS,
        actionLabel: t('undo.action'),
        undo: {},
        page: listId,
        onAction: () => {
          dispatch(undoPaste(listId, pasted));
          announce(t('undo.undone'));
        },
      };
      const tick = (): void => {
        const { itemIds } = dispatch(checkItems(listId, ticked, true));
        // The undo stays on offer.
        show(offer);
        announce(t('snack.ticked', { count: itemIds.length }));
      };
      const question = { otherLabel: t('snack.tickBought', { count: ticked.length }), onOther: tick };
      show(ticked.length > 0 ? { ...offer, ...question } : offer);
    },
    [dispatch, announce, show, t],
  );
};
