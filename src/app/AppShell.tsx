import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListId } from '../contract/ids';
import type { HeldPrompt } from '../device/installPrompt';
import { ErrorButton } from '../features/errors/ErrorButton';
import type { Overlay } from '../features/listActions/overlay';
import { useLeaveGoneList, useOpenList } from '../features/openList';
import { paths } from '../features/paths';
import { SyncStatus } from '../features/status/SyncStatus';
import { forceSync } from '../store/acts/forceSync';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { selectSetBacks } from '../store/state/syncSlice';
import { selectMayAsk } from '../store/view/viewSelectors';
import { useBackCloses, useLeaveDeadEntry } from '../ui/useBackCloses';
import { AppFooter } from './AppFooter';
import { AppNotices } from './AppNotices';
import { AppRoutes } from './AppRoutes';
import type { AnalyticsChoice } from './analytics';
import { KeepMounted } from './KeepMounted';
import { LanguageSwitch } from './LanguageSwitch';
import {
  analyticsSwitch,
  errorPopover,
  forgotDialog,
  guestPage,
  installSlot,
  invitationCard,
  listOverlays,
  listPage,
  listsPage,
  logsPage,
  recoveryOffers,
  resetPage,
  setBackNotice,
  sharingNews,
} from './lazyComponents';
import type { PendingInvitation } from './pendingInvitation';
import type { WatchUpdates } from './registerWorker';
import { isShare } from './sharedText';
import { useFocusAfterOverlay } from './useFocusAfterOverlay';
import { useInvitations } from './useInvitations';
import { useLastRow } from './useLastRow';
import { useListsAtStart } from './useListsAtStart';
import { useOpenAfterDialog } from './useOpenAfterDialog';
import { useShareTarget } from './useShareTarget';

export interface AppShellProps {
  readonly watchUpdates: WatchUpdates;
  /** Absent without analytics. */
  readonly analytics?: AnalyticsChoice | null;
  readonly installPrompt?: HeldPrompt;
  readonly invitation?: PendingInvitation;
}

/** Composes the screens with what they share: overlays of lists, status line, error popover, footer bar. */
export function AppShell({ watchUpdates, analytics = null, installPrompt, invitation }: AppShellProps) {
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector((state) => selectSessionPhase(state) === 'open');
  const listsAtStart = useListsAtStart(isSignedIn);
  const mayAsk = useAppSelector(selectMayAsk);
  const wasSetBack = useAppSelector((state) => selectSetBacks(state) > 0);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [errorAnchor, setErrorAnchor] = useState<HTMLElement | null>(null);
  const lastRow = useLastRow(pathname);
  // The next session may be somebody else's.
  if (!isSignedIn && overlay) setOverlay(null);

  const closeError = (): void => setErrorAnchor(null);
  useLeaveDeadEntry();
  useBackCloses(errorAnchor !== null, closeError);

  const openMenu = useCallback((listId: ListId, anchor: Extract<Overlay, { kind: 'menu' }>['anchor']) => {
    setOverlay({ kind: 'menu', listId, anchor });
  }, []);
  const openAdd = useCallback(() => setOverlay({ kind: 'add' }), []);
  const sync = (): void => void dispatch(forceSync());
  const openList = useOpenList();
  const openAfterDialog = useOpenAfterDialog();
  const leaveGoneList = useLeaveGoneList();
  // Not where the route is about to change, as on Guest after signing in: the sheet's history entry would bring it back.
  const isAtScreen = [paths.lists, paths.logs].some((path) => pathname.startsWith(path));
  const isFree = isSignedIn && overlay === null && isAtScreen;
  const share = useShareTarget({ isFree, onNewList: openAdd, onOpenList: openList });
  const openFromDialog = (listId: ListId): void => {
    lastRow.current = { listId, scrollY: window.scrollY, isNew: true };
    openAfterDialog(listId);
  };
  const join = useInvitations({ held: invitation, isSignedIn, isFree, onOpenList: openFromDialog });
  const closeAll = (): void => {
    setOverlay(null);
    join.close();
    // A newly shared text closes the open overlay too. It must not drop the text that waits, because both are joined.
    if (!isShare(search)) share.drop();
  };
  // One history entry for all of them: the share sheet leads to the list dialog and back.
  const isCovered = overlay !== null || share.isActive || join.isOpen;
  useBackCloses(isCovered, closeAll);
  useFocusAfterOverlay(isCovered);
  const leaveDeleted = (listId: ListId): void => {
    if (pathname === paths.list(listId)) leaveGoneList();
  };

  const status = <SyncStatus onShowError={setErrorAnchor} />;
  const languageSwitch = <LanguageSwitch />;
  return (
    <>
      <AppRoutes
        guest={
          <guestPage.Lazy
            status={status}
            languageSwitch={languageSwitch}
            forgotDialog={(email, onClosed) => <forgotDialog.Lazy email={email} onClosed={onClosed} />}
            invitation={join.isWaiting && <invitationCard.Lazy code={join.code} />}
          />
        }
        logs={
          <logsPage.Lazy
            languageSwitch={languageSwitch}
            installPrompt={installPrompt}
            analyticsSwitch={analytics && <analyticsSwitch.Lazy choice={analytics} />}
            bar={isSignedIn && <AppFooter />}
          />
        }
        lists={
          <listsPage.Lazy
            status={status}
            errorButton={<ErrorButton onOpen={setErrorAnchor} />}
            bar={<AppFooter onAddList={openAdd} />}
            installCard={
              <KeepMounted isWanted={installPrompt !== undefined}>
                {installPrompt && <installSlot.Lazy prompt={installPrompt} />}
              </KeepMounted>
            }
            pasteInvite={join.pasteButton}
            lastRow={lastRow}
            onOpenMenu={openMenu}
            onAddList={openAdd}
            onSync={sync}
          />
        }
        reset={<resetPage.Lazy status={status} />}
        list={<listPage.Lazy status={status} onOpenMenu={openMenu} />}
      />
      <KeepMounted isWanted={overlay !== null}>
        <listOverlays.Lazy
          overlay={overlay}
          onOverlay={setOverlay}
          onAdded={(listId) => {
            // A list that was created for shared text is opened after the text is added.
            if (share.takeList(listId)) return;
            openFromDialog(listId);
          }}
          onDeleting={leaveDeleted}
        />
      </KeepMounted>
      <KeepMounted isWanted={share.isActive}>{share.sheet}</KeepMounted>
      <KeepMounted isWanted={join.isOpen}>{join.sheet}</KeepMounted>
      <KeepMounted isWanted={isSignedIn && join.isOffered}>
        <sharingNews.Lazy atStart={listsAtStart} />
      </KeepMounted>
      <KeepMounted isWanted={errorAnchor !== null}>
        <errorPopover.Lazy anchor={errorAnchor} onClose={closeError} onSync={sync} />
      </KeepMounted>
      <KeepMounted isWanted={mayAsk}>
        <recoveryOffers.Lazy />
      </KeepMounted>
      <KeepMounted isWanted={wasSetBack}>
        <setBackNotice.Lazy />
      </KeepMounted>
      <AppNotices watchUpdates={watchUpdates} invitation={invitation} />
    </>
  );
}
