import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { syncSoon } from '../../store/acts/forceSync';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { selectSessionPhase } from '../../store/state/sessionSlice';
import {
  type ListPresence,
  selectIsAskedAbout,
  selectIsRemovedHere,
  selectListPresence,
} from '../../store/view/listPresence';
import { selectSharing } from '../../store/view/sharingSelectors';
import { selectList } from '../../store/view/viewSelectors';
import { useSnackBar } from '../../ui/SnackBars';
import { useLeaveGoneList } from '../openList';
import { useOnceTrue } from '../useOnceTrue';

const SHOWN_MS = 8000;

/**
 * Whether the list can be shown. An unknown list is looked for on the server first, because another device may have
 * made it. If it does not exist, the page goes to Lists and says so. It says nothing if the list was removed here, or
 * if the recovery offer already says it.
 */
export const useListPresence = (listId: ListId): ListPresence => {
  const { t } = useTranslation();
  const leave = useLeaveGoneList();
  const { show } = useSnackBar();
  const dispatch = useAppDispatch();
  const name = useAppSelector((state) => selectList(state, listId)?.name);
  const role = useAppSelector((state) => selectSharing(state, listId)?.role ?? null);
  const last = useRef({ name, role });
  const isOpen = useAppSelector(selectSessionPhase) === 'open';
  const found = useAppSelector((state) => selectListPresence(state, listId));
  const wasShown = useOnceTrue(found === 'shown');
  const presence = wasShown && isOpen ? (name === undefined ? 'missing' : 'shown') : found;
  const isRemovedHere = useAppSelector((state) => selectIsRemovedHere(state, listId));
  const isAskedAbout = useAppSelector((state) => selectIsAskedAbout(state, listId));

  useEffect(() => {
    if (name !== undefined) last.current = { name, role };
  }, [name, role]);

  useEffect(() => {
    if (presence !== 'missing') return;
    const { name: known, role: was } = last.current;
    if (!isRemovedHere && !isAskedAbout) {
      const shownName = known?.trim() || t('list.fallbackName');
      // A shared list may also have been left. To a member, `SharingNews` says the same in place of this message.
      const gone = was === 'owner' ? t('sharing.lost', { name: shownName }) : t('list.gone');
      const isDeleted = known !== undefined && was === null;
      const text = isDeleted ? t('remote.listDeleted', { name: shownName }) : gone;
      show({ text, name: shownName, durationMs: SHOWN_MS, urgency: 'assertive' });
    }
    leave();
  }, [presence, isRemovedHere, isAskedAbout, leave, show, t]);

  const isLookedFor = presence === 'loading' && isOpen && name === undefined;
  useEffect(() => {
    // A tab that is not the leader asks the leader to sync.
    if (isLookedFor) void dispatch(syncSoon());
  }, [isLookedFor, dispatch]);

  return presence;
};
