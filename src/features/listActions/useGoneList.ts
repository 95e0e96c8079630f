import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { paths } from '../paths';
import { type LastKnown, useTellGoneList } from '../useTellGoneList';

/**
 * Closes an overlay about a list that another device removes meanwhile, and says so. If the list is open, its page says
 * it; to a member, `SharingNews` does. An overlay whose code comes after the list is gone says nothing: nobody saw it,
 * and the page of the list, which is left by then, has said it with the name.
 * @param listId the list of the open overlay; null while none is open
 */
export const useGoneList = (listId: ListId | null, onClose: () => void): void => {
  const name = useAppSelector((state) => (listId ? selectList(state, listId)?.name : undefined));
  const role = useAppSelector((state) => (listId ? selectSharing(state, listId)?.role : undefined)) ?? null;
  const known = useRef<LastKnown | null>(null);
  useEffect(() => {
    if (name !== undefined) known.current = { name, role };
  }, [name, role]);
  const isPageOpen = useLocation().pathname === paths.list(listId ?? '');
  const isOpen = useAppSelector(selectSessionPhase) === 'open';
  const tell = useTellGoneList();
  const close = useEffectEvent(onClose);
  const isGone = listId !== null && name === undefined;
  useEffect(() => {
    if (!isGone) return;
    close();
    // The data of somebody else are about to be shown. No list was deleted.
    if (!isOpen) return;
    const last = known.current;
    if (!isPageOpen && last && last.role !== 'member') tell(listId, last);
    // The button that opened the overlay is gone too. A closing overlay still holds the focus.
    setTimeout(() => {
      if (document.activeElement?.matches('body, [role=presentation] *'))
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
  }, [isGone, isOpen, listId, isPageOpen, tell]);
};
