import { useEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';
import { syncSoon } from '../../store/acts/forceSync';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import { type ListPresence, selectListPresence } from '../../store/view/listPresence';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { useLeaveGoneList } from '../openList';
import { useOnceTrue } from '../useOnceTrue';
import { useTellGoneList } from '../useTellGoneList';

/**
 * Whether the list can be shown. An unknown list is looked for on the server first, because another device may have
 * made it. If it does not exist, the page goes to Lists and says so.
 */
export const useListPresence = (listId: ListId): ListPresence => {
  const leave = useLeaveGoneList();
  const tell = useTellGoneList();
  const dispatch = useAppDispatch();
  const name = useAppSelector((state) => selectList(state, listId)?.name);
  const role = useAppSelector((state) => selectSharing(state, listId)?.role ?? null);
  const last = useRef({ name, role });
  const isOpen = useAppSelector(selectSessionPhase) === 'open';
  const found = useAppSelector((state) => selectListPresence(state, listId));
  const wasShown = useOnceTrue(found === 'shown');
  const presence = wasShown && isOpen ? (name === undefined ? 'missing' : 'shown') : found;

  useEffect(() => {
    if (name !== undefined) last.current = { name, role };
  }, [name, role]);

  useEffect(() => {
    if (presence !== 'missing') return;
    tell(listId, last.current);
    leave();
  }, [presence, listId, tell, leave]);

  const isLookedFor = presence === 'loading' && isOpen && name === undefined;
  useEffect(() => {
    // A tab that is not the leader asks the leader to sync.
    if (isLookedFor) void dispatch(syncSoon());
  }, [isLookedFor, dispatch]);

  return presence;
};
