import { createAction } from '@reduxjs/toolkit';
import type { StreamEventName } from '../../contract/events';
import type { RowId } from '../../contract/ids';

/**
 * A stream event that was news to this device: for announcements, and for analytics, which counts a remote change once.
 * It is no news if the event is a repetition, or if a pull or another tab of this device brought the change before. An
 * event with too little data for a comparison counts as news.
 */
export const remoteEventReceived = createAction<{
  readonly name: StreamEventName;
  readonly rowId: RowId | null;
  /** The version of the row that the change made; null if the event has none. */
  readonly updatedAt: string | null;
  /** The member of a shared list who made the change. Null for the person's own devices. */
  readonly by: string | null;
}>('remote/eventReceived');
