import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asListId } from '../../contract/ids';
import { dismissRecoveryOffer, keepRecoveryOffer } from '../../store/acts/recoveryOfferThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectRecoveryOffers } from '../../store/view/recoveryOffers';
import { useSnackBar } from '../../ui/SnackBars';

/**
 * Offers to keep what was added here to a list that somebody removed elsewhere; one list after the other. A bar, not a dialog:
 * it comes from another device, and must not take the focus from somebody who types.
 */
export function RecoveryOffers() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { show } = useSnackBar();
  const lost = useAppSelector(selectRecoveryOffers);
  const [first] = Object.entries(lost);
  const [id, name] = first ? [first[0], first[1].name.trim()] : [null, ''];
  useEffect(() => {
    if (id === null) return;
    const listId = asListId(id);
    return show({
      text: t('remote.keepList', { name: name || t('list.fallbackName') }),
      durationMs: null,
      urgency: 'assertive',
      actionLabel: t('remote.keep'),
      onAction: () => dispatch(keepRecoveryOffer(listId)),
      otherLabel: t('remote.discard'),
      onOther: () => dispatch(dismissRecoveryOffer(listId)),
    });
  }, [id, name, dispatch, show, t]);
  return null;
}
