import { authorOf } from '../../contract/events';
import type { RowId } from '../../contract/ids';
import { idText, isDate, isObject, normalDate } from '../../contract/records';
import { eventDelta, PULL_NEEDED } from '../../sync/model/eventDelta';
import { syncEvent } from '../../sync/model/syncEvents';
import { runStream } from '../../sync/wire/eventStream';
import { headerText, sessionInit } from '../../sync/wire/http';
import type { StreamMemory } from '../../sync/wire/readStream';
import { log } from '../acts/log';
import { isReplaced, ownToken } from '../acts/ownToken';
import { remoteEventReceived } from '../state/remoteEvents';
import { streamPhaseChanged } from '../state/syncSlice';
import type { UserWorld } from './performRound';
import type { RoundRunner } from './roundRunner';

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/**
 * Opens the event stream of the leading tab.
 * @param memory the state of the previous connection, from which this one continues
 * @returns closes it
 */
export const openLiveStream = (
  { store, ports, data, onSignedOut }: UserWorld,
  runner: RoundRunner,
  memory: StreamMemory,
): (() => void) => {
  const controller = new AbortController();
  let token: string | null = null;
  void runStream(
    {
      connect: (lastEventId, signal) => {
        token = ownToken(ports.session, data.userId);
        if (token === null) return Promise.reject(new Error('signed in as somebody else'));
        const { headers, ...init } = sessionInit({ ...ports, token: () => token });
        return ports.fetch(`${ports.apiUrl}/lists/all/sse`, {
          ...init,
          headers: {
            ...headers,
            Accept: 'text/event-stream',
            ...(lastEventId && { 'Last-Event-ID': headerText(lastEventId) }),
          },
          signal,
          cache: 'no-store',
        });
      },
      onEvent: (event) => {
        const { base } = store.getState().data;
        const delta = eventDelta(base, event);
        if (delta === PULL_NEEDED) void runner.run({});
        else store.dispatch(syncEvent('sync/deltaReceived', { delta }));
        const isNews = delta === PULL_NEEDED || store.getState().data.base !== base;
        if (!isNews) return;
        const { uuid, updatedAt } = isObject(event.data) ? event.data : {};
        store.dispatch(
          remoteEventReceived({
            name: event.name,
            rowId: idText(uuid) as RowId | null,
            updatedAt: isDate(updatedAt) ? normalDate(updatedAt) : null,
            by: authorOf(event.data),
          }),
        );
      },
      onPhase: (phase) => {
        store.dispatch(streamPhaseChanged(phase));
        // A round finds what changed while the connection was closed.
        if (phase === 'connected') void runner.run({});
      },
      onSignedOut: () => onSignedOut(token),
      isTokenCurrent: () => !isReplaced(ports.session, data.userId, token),
      onProblem: (message) => {
        store.dispatch(log('warn', `event stream: ${message}`));
      },
      random: ports.random,
      now: ports.now,
      wait,
    },
    controller.signal,
    memory,
  );
  return () => controller.abort();
};
