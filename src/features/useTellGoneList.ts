import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../contract/ids';
import type { Sharing } from '../contract/records';
import { presentList } from '../store/acts/restoredRows';
import type { AppThunk } from '../store/state/appStore';
import { useAppDispatch, useAppStore } from '../store/state/hooks';
import { selectIsAskedAbout, selectIsRefused, selectIsRemovedHere } from '../store/view/listPresence';
import { useSnackBar } from '../ui/SnackBars';
import { listName } from './listName';

const SHOWN_MS = 8000;

/** Whether nothing has to be said: the person removed the list here, or the recovery offer already says that it is gone. */
const isKnownToBeGone =
  (listId: ListId): AppThunk<boolean> =>
  (_dispatch, getState) =>
    selectIsRemovedHere(getState(), listId) || selectIsAskedAbout(getState(), listId);

/** What was known of the list before. */
export interface LastKnown {
  /** Undefined if the list was never shown. */
  readonly name: string | undefined;
  /** Null if it was not shared. */
  readonly role: Sharing['role'] | null;
}

/**
 * Says that a list is gone. To a member, `SharingNews` says the same in place of this message.
 * @returns a function that stays the same while the language does
 */
export const useTellGoneList = (): ((listId: ListId, last: LastKnown) => void) => {
  const { t } = useTranslation();
  const { show } = useSnackBar();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    (listId, { name: known, role }) => {
      if (dispatch(isKnownToBeGone(listId))) return;
      const name = listName(t, known ?? '');
      // A shared list may also have been left.
      const gone = role === 'owner' ? t('sharing.lost', { name }) : t('list.gone');
      const isDeleted = known !== undefined && role === null;
      const isRefused = dispatch((_dispatch, getState) => selectIsRefused(getState(), listId));
      const deleted = t(isRefused ? 'remote.listRefused' : 'remote.listDeleted', { name });
      const text = isDeleted ? deleted : gone;
      const hide = show({ text, name, durationMs: SHOWN_MS, urgency: 'assertive' });
      // The other device may undo it meanwhile. The page that said so is left by then.
      const unsubscribe = store.subscribe(() => {
        if (!presentList(store.getState(), listId)) return;
        unsubscribe();
        hide();
      });
      setTimeout(unsubscribe, SHOWN_MS);
    },
    [dispatch, store, show, t],
  );
};
