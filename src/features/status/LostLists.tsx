import { useTranslation } from 'react-i18next';
import { asListId } from '../../contract/ids';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { dismissLostList, keepLostList } from '../../store/lostListThunks';
import { selectLostLists } from '../../store/viewSelectors';
import { ConfirmSheet } from '../../ui/ConfirmSheet';

/** Offers to keep what was added here to a list that somebody removed elsewhere; one list after the other. */
export function LostLists() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const lost = useAppSelector(selectLostLists);
  const [first] = Object.entries(lost).filter(([, { items }]) => items.length > 0);
  if (!first) return null;
  const [id, { name }] = first;
  return (
    <ConfirmSheet
      key={id}
      open
      tone="calm"
      question={t('remote.keepList', { name: name.trim() || t('list.fallbackName') })}
      confirmLabel={t('remote.keep')}
      cancelLabel={t('remote.discard')}
      onConfirm={() => dispatch(keepLostList(asListId(id)))}
      onCancel={() => dispatch(dismissLostList(asListId(id)))}
    />
  );
}
