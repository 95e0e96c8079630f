import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import type { ListId } from '../contract/ids';
import { useAppSelector } from '../store/state/hooks';
import { selectCanShare } from '../store/view/sharingSelectors';
import { joinSheet, pasteInvite } from './lazyComponents';
import type { PendingInvitation } from './pendingInvitation';

interface InvitationWorld {
  readonly held: PendingInvitation | undefined;
  readonly isSignedIn: boolean;
  /** Somebody is signed in and past Guest, and no other overlay is open. */
  readonly isFree: boolean;
  readonly onOpenList: (listId: ListId) => void;
}

interface Invitations {
  /** Whether the provider offers sharing, for somebody signed in. */
  readonly isOffered: boolean;
  /** An invitation waits, which the provider may turn out not to offer. */
  readonly isWaiting: boolean;
  /** The code that waits; null without one, or where the provider has no sharing. */
  readonly code: string | null;
  readonly isOpen: boolean;
  readonly sheet: ReactNode;
  /** Opens the sheet to paste a link. */
  readonly pasteButton: ReactNode;
  readonly close: () => void;
}

const nobodyListens = (): (() => void) => () => undefined;

/** The invitation from a link or a paste, until the person accepts or declines it. */
export const useInvitations = ({ held, isSignedIn, isFree, onOpenList }: InvitationWorld): Invitations => {
  const waiting = useSyncExternalStore(
    held?.subscribe ?? nobodyListens,
    () => held?.code() ?? null,
    () => null,
  );
  // A guest without an invitation needs no answer, so the screen does not render when it arrives.
  const isOffered = useAppSelector((state) => (isSignedIn || waiting !== null) && selectCanShare(state));
  const [isPasting, setPasting] = useState(false);
  if (!isSignedIn && isPasting) setPasting(false);
  const code = isOffered ? waiting : null;
  const isOpen = isOffered && isFree && (code !== null || isPasting);
  const close = (): void => {
    setPasting(false);
    if (isOpen) held?.hold(null);
  };
  return {
    isOffered,
    isWaiting: waiting !== null,
    code,
    isOpen,
    close,
    pasteButton: isOffered && (
      <Suspense>
        <pasteInvite.Lazy onPaste={() => setPasting(true)} />
      </Suspense>
    ),
    sheet: (
      <joinSheet.Lazy
        open={isOpen}
        code={code}
        onCode={(pasted) => held?.hold(pasted)}
        onJoined={(listId) => {
          close();
          onOpenList(listId);
        }}
        onClose={close}
      />
    ),
  };
};
