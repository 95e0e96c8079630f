import { createAction } from '@reduxjs/toolkit';
import type { StreamEventName } from '../../contract/events';
import type { RowId } from '../../contract/ids';

/**
 * A stream event told this device something new; for who says who it was, and for analytics, which count a remote change once. What this device knows is no
 * news: events that are replayed or come twice, what another tab of it led in or wrote, what a pull told first. An event that
 * tells too little to be compared counts as it comes.
 */
export const remoteEventReceived = createAction<{
  readonly name: StreamEventName;
  readonly rowId: RowId | null;
  /** The member of a shared list who did it; null for the person's own devices. */
  readonly by: string | null;
}>('remote/eventReceived');
