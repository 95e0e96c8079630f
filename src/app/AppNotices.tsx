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
import { useUpdateOffer } from './useUpdateOffer';

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
  useUpdateOffer(watchUpdates);
  useLaunches(invitation);
  return null;
}
