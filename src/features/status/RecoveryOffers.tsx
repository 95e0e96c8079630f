import { useEffect } from 'react';
import { asListId } from '../../contract/ids';
import { dismissRecoveryOffer, keepRecoveryOffer } from '../../store/acts/recoveryOfferThunks';
import type { AppThunk } from '../../store/state/appStore';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectRecoveryOffers } from '../../store/view/recoveryOffers';
import { useSnackBar } from '../../ui/SnackBars';
import { listName } from '../listName';
import { markRefusalsSeen } from '../refusalsSeen';
import { useLazyTexts } from '../useLazyTexts';
import { useRefusalNews } from './useRefusalNews';

/**
 * Shows the recovery offers, one list after the other: keep or discard what was added to a list that was removed
 * elsewhere or refused by the server, or of which the person is no member any more. It is a bar, not a dialog, so that
 * it does not take the focus.
 * Also announces refused changes. It is loaded when there is something to ask, or a refusal.
 */
export function RecoveryOffers() {
  const { t } = useLazyTexts();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  useRefusalNews();
  const offers = useAppSelector(selectRecoveryOffers);
  const [first] = Object.entries(offers);
  const id = first?.[0] ?? null;
  const { name = '', isOthers = false, isRefused = false } = first?.[1] ?? {};
  useEffect(() => {
    if (id === null) return;
    const listId = asListId(id);
    const shownName = listName(t, name);
    const answer = (thunk: AppThunk<unknown>): void => {
      dispatch(thunk);
      dispatch(markRefusalsSeen(listId));
    };
    const removed = isOthers ? 'remote.keepLostList' : 'remote.keepList';
    return show({
      text: t(isRefused ? 'remote.keepRefusedList' : removed, { name: shownName }),
      name: shownName,
      durationMs: null,
      urgency: 'assertive',
      actionLabel: t('remote.keep'),
      onAction: () => answer(keepRecoveryOffer(listId)),
      otherLabel: t('remote.discard'),
      onOther: () => answer(dismissRecoveryOffer(listId)),
    });
  }, [id, name, isOthers, isRefused, dispatch, show, t]);
  return null;
}
