import { createAction } from '@reduxjs/toolkit';
import type { StreamEventName } from '../contract/events';

/** A stream event came in; for analytics and announcements. What it changed is told by the delta. */
export const remoteEventReceived = createAction<{ readonly name: StreamEventName }>('remote/eventReceived');
