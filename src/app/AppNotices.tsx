import { type ReactNode, useEffect, useState } from 'react';
import { fetchChunk } from '../device/fetchChunk';
import { useActivityReports } from '../features/session/useActivityReports';
import { useClearMessages } from '../features/session/useClearMessages';
import { useSessionExpiry } from '../features/session/useSessionExpiry';
import { useConnectionNotices } from '../features/status/useConnectionNotices';
import { useErrorNotices } from '../features/status/useErrorNotices';
import type { PendingInvitation } from './pendingInvitation';
import type { WatchUpdates } from './registerWorker';
import { useLaunches } from './useLaunches';
import { useMessagesOfPage } from './useMessagesOfPage';
import { usePageInput } from './usePageInput';

interface AppNoticesProps {
  readonly watchUpdates: WatchUpdates;
  readonly invitation: PendingInvitation | undefined;
}

/**
 * The offer of a newer version; its code is loaded when there is one. If that fails, nothing is offered, and the newer
 * version runs from the next start.
 */
const useUpdateOffer = (watchUpdates: WatchUpdates): ReactNode => {
  const [offer, setOffer] = useState<ReactNode>(null);
  useEffect(
    () =>
      watchUpdates((takeOver) => {
        fetchChunk(() => import('./UpdateOffer')).then(
          ({ UpdateOffer }) => setOffer(<UpdateOffer takeOver={takeOver} />),
          () => undefined,
        );
      }),
    [watchUpdates],
  );
  return offer;
};

/**
 * What the app does beside its screens: messages, update offers, keys. It draws nothing. It follows sync rounds and the
 * focus, and in the shell each of them would render all screens.
 */
export function AppNotices({ watchUpdates, invitation }: AppNoticesProps) {
  useClearMessages();
  useSessionExpiry();
  useConnectionNotices();
  useErrorNotices();
  useActivityReports();
  usePageInput();
  useMessagesOfPage();
  useLaunches(invitation);
  return useUpdateOffer(watchUpdates);
}
