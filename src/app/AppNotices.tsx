import { useEffect, useState } from 'react';
import { useActivityReports } from '../features/session/useActivityReports';
import { useClearMessages } from '../features/session/useClearMessages';
import { useSessionExpiry } from '../features/session/useSessionExpiry';
import { useConnectionNotices } from '../features/status/useConnectionNotices';
import { useErrorNotices } from '../features/status/useErrorNotices';
import { KeepMounted } from './KeepMounted';
import { updateOffer } from './lazyComponents';
import type { PendingInvitation } from './pendingInvitation';
import type { TakeOver, WatchUpdates } from './registerWorker';
import { useLaunches } from './useLaunches';
import { useMessagesOfPage } from './useMessagesOfPage';
import { usePageInput } from './usePageInput';

interface AppNoticesProps {
  readonly watchUpdates: WatchUpdates;
  readonly invitation: PendingInvitation | undefined;
}

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
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  useEffect(() => watchUpdates((next) => setTakeOver(() => next)), [watchUpdates]);
  return <KeepMounted isWanted={takeOver !== null}>{takeOver && <updateOffer.Lazy takeOver={takeOver} />}</KeepMounted>;
}
