import { asListId, type ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectSharing } from '../../store/view/sharingSelectors';
import { useLazyTexts } from '../useLazyTexts';
import { usePeople } from '../usePeople';

const NO_LIST = asListId('');

/**
 * The question before a list is deleted. For a shared list it names the other members, who lose it too.
 * @param listId null while nothing is asked
 */
export const useDeleteQuestion = (listId: ListId | null): string => {
  const { t, i18n } = useLazyTexts();
  const isShared = useAppSelector((state) => listId !== null && selectSharing(state, listId) !== null);
  const [people] = usePeople(listId ?? NO_LIST, isShared);
  if (!isShared) return t('confirm.delete');
  const others = people.kind === 'ok' ? people.value.members.filter(({ isMe }) => !isMe) : [];
  const names = others.map(({ name }) => name ?? t('sharing.nameless'));
  const goes =
    names.length > 0
      ? t('sharing.goesFor', { names: new Intl.ListFormat(i18n.resolvedLanguage).format(names) })
      : t('sharing.goesForOthers');
  return `${t('confirm.delete')} ${goes}`;
};
