import { createListenerMiddleware } from '@reduxjs/toolkit';
import type { AppDispatch, Extra } from './appStore';
import { logged } from './logsSlice';
import type { RootState } from './rootReducer';

/** A listener middleware that writes its failures to the log. */
export const makeListenerMiddleware = (extra: Extra) =>
  createListenerMiddleware<RootState, AppDispatch, Extra>({
    extra,
    onError: (error, { raisedBy }) => {
      const text = `${raisedBy} broke: ${error instanceof Error ? error.message : String(error)}`;
      extra.session.log(logged({ time: extra.ports.now(), level: 'error', text }));
    },
  });

export type ListenerMiddleware = ReturnType<typeof makeListenerMiddleware>;
export type StartListening = ListenerMiddleware['startListening'];
