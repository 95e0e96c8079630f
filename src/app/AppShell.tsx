import { useCallback, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ListId } from '../contract/ids';
import type { HeldPrompt } from '../device/installPrompt';
import { ErrorButton } from '../features/errors/ErrorButton';
import type { Layer } from '../features/listActions/layer';
import type { RowMemory } from '../features/lists/useReturnToRow';
import { useOpenList } from '../features/openList';
import { paths } from '../features/paths';
import { useSessionEndsOffers } from '../features/session/useSessionEndsOffers';
import { useSessionExpiry } from '../features/session/useSessionExpiry';
import { useTouches } from '../features/session/useTouches';
import { SyncStatus } from '../features/status/SyncStatus';
import { useConnectionNotices } from '../features/status/useConnectionNotices';
import { useErrorNotices } from '../features/status/useErrorNotices';
import { useSetBackNotice } from '../features/status/useSetBackNotice';
import { forceSync } from '../store/acts/forceSync';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';
import { selectSessionPhase } from '../store/state/sessionSlice';
import { selectMayAsk } from '../store/view/viewSelectors';
import { useBackCloses, useLeaveDeadEntry } from '../ui/useBackCloses';
import { AppFooter } from './AppFooter';
import { AppRoutes } from './AppRoutes';
import type { AnalyticsChoice } from './analytics';
import type { HeldInvitation } from './heldInvitation';
import { LanguageSwitch } from './LanguageSwitch';
import { OnceWanted } from './OnceWanted';
import {
  analyticsSwitch,
  errorPopover,
  forgotDialog,
  guestPage,
  installSlot,
  invitationCard,
  listLayers,
  listPage,
  listsPage,
  logsPage,
  recoveryOffers,
  resetPage,
  sharingNews,
} from './parts';
import type { WatchUpdates } from './registerWorker';
import { isShare } from './sharedText';
import { useInvitations } from './useInvitations';
import { useLaunches } from './useLaunches';
import { useOpenNewList } from './useOpenNewList';
import { useShareTarget } from './useShareTarget';
import { useUndoKey } from './useUndoKey';
import { useUpdateOffer } from './useUpdateOffer';

export interface AppShellProps {
  readonly watchUpdates: WatchUpdates;
  /** Absent without analytics. */
  readonly analytics?: AnalyticsChoice | null;
  readonly installPrompt?: HeldPrompt;
  readonly invitation?: HeldInvitation;
}

/** Composes the screens with what they share: overlays of lists, status line, error popover, footer bar. */
export function AppShell({ watchUpdates, analytics = null, installPrompt, invitation }: AppShellProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(selectSessionPhase) === 'open';
  const mayAsk = useAppSelector(selectMayAsk);
  const [layer, setLayer] = useState<Layer | null>(null);
  const [errorAnchor, setErrorAnchor] = useState<HTMLElement | null>(null);
  const lastRow = useRef<RowMemory | null>(null);

  const closeLayer = useCallback(() => setLayer(null), []);
  const closeError = useCallback(() => setErrorAnchor(null), []);
  useLeaveDeadEntry();
  useBackCloses(errorAnchor !== null, closeError);
  useSessionEndsOffers();
  useSessionExpiry();
  useConnectionNotices();
  useErrorNotices();
  useSetBackNotice();
  useTouches();
  useUndoKey();
  useUpdateOffer(watchUpdates);
  useLaunches(invitation);

  const openMenu = useCallback((listId: ListId, anchor: Extract<Layer, { kind: 'menu' }>['anchor']) => {
    setLayer({ kind: 'menu', listId, anchor });
  }, []);
  const openAdd = useCallback(() => setLayer({ kind: 'add' }), []);
  const sync = useCallback(() => dispatch(forceSync()), [dispatch]);
  const openList = useOpenList();
  const openNewList = useOpenNewList();
  const share = useShareTarget({ isFree: isSignedIn && layer === null, onNewList: openAdd, onOpenList: openList });
  const join = useInvitations({ held: invitation, isFree: isSignedIn && layer === null, onOpenList: openList });
  const closeAll = (): void => {
    closeLayer();
    join.close();
    // A newly shared text closes the open overlay too. It must not drop the text that waits, because both are joined.
    if (!isShare(search)) share.drop();
  };
  // One history entry for all of them: the share sheet leads to the list dialog and back.
  useBackCloses(layer !== null || share.isActive || join.isOpen, closeAll);
  const leaveDeleted = (listId: ListId): void => {
    if (pathname === paths.list(listId)) void navigate(paths.lists, { replace: true });
  };

  const status = <SyncStatus onShowError={setErrorAnchor} />;
  const languageSwitch = <LanguageSwitch />;
  return (
    <>
      <AppRoutes
        guest={
          <guestPage.Part
            status={status}
            languageSwitch={languageSwitch}
            forgotDialog={(email, onClosed) => <forgotDialog.Part email={email} onClosed={onClosed} />}
            invitation={join.code !== null && <invitationCard.Part code={join.code} />}
          />
        }
        logs={
          <logsPage.Part
            languageSwitch={languageSwitch}
            installPrompt={installPrompt}
            analyticsSwitch={analytics && <analyticsSwitch.Part choice={analytics} />}
            bar={isSignedIn && <AppFooter onAddList={() => void navigate(paths.newList)} />}
          />
        }
        lists={
          <listsPage.Part
            status={status}
            errorButton={<ErrorButton onOpen={setErrorAnchor} />}
            bar={<AppFooter onAddList={openAdd} />}
            installCard={
              <OnceWanted isWanted={installPrompt !== undefined}>
                {installPrompt && <installSlot.Part prompt={installPrompt} />}
              </OnceWanted>
            }
            pasteInvite={join.pasteButton}
            lastRow={lastRow}
            onOpenMenu={openMenu}
            onAddList={openAdd}
            onSync={sync}
          />
        }
        reset={<resetPage.Part status={status} />}
        list={<listPage.Part status={status} onOpenMenu={openMenu} />}
      />
      <OnceWanted isWanted={isSignedIn && layer !== null}>
        <listLayers.Part
          layer={layer}
          onLayer={setLayer}
          onAdded={(listId) => {
            // A list that was created for shared text is opened after the text is added.
            if (share.takeList(listId)) return;
            lastRow.current = { listId, scrollY: window.scrollY, isNew: true };
            openNewList(listId);
          }}
          onDeleting={leaveDeleted}
        />
      </OnceWanted>
      <OnceWanted isWanted={share.isActive}>{share.sheet}</OnceWanted>
      <OnceWanted isWanted={join.isOpen}>{join.sheet}</OnceWanted>
      <OnceWanted isWanted={isSignedIn && join.isOffered}>
        <sharingNews.Part />
      </OnceWanted>
      <OnceWanted isWanted={errorAnchor !== null}>
        <errorPopover.Part anchor={errorAnchor} onClose={closeError} onSync={sync} />
      </OnceWanted>
      <OnceWanted isWanted={mayAsk}>
        <recoveryOffers.Part />
      </OnceWanted>
    </>
  );
}
