import { reduceSync } from '../../src/sync/model/reduceSync';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import type { Change, SyncState } from '../../src/sync/model/syncState';
import type { SyncHost } from '../../src/sync/round/rowRequest';
import { type RoundPorts, runRound } from '../../src/sync/round/runRound';
import type { HttpAnswer, HttpRequest, SendRequest } from '../../src/sync/wire/call';
import { makeSyncApi } from '../../src/sync/wire/syncApi';
import { newState } from './builders';
import { deepFreeze } from './deepFreeze';
import type { Provider } from './modelProvider';

/** A device without disk or screen: what it holds, and every event it saw. */
export const makeHost = (start: SyncState = newState) => {
  let state = deepFreeze(start);
  const events: SyncEvent[] = [];
  const apply = async (event: SyncEvent): Promise<void> => {
    events.push(event);
    state = deepFreeze(reduceSync(state, deepFreeze(event)));
  };
  return {
    host: { state: () => state, apply } satisfies SyncHost,
    events,
    state: () => state,
    type: (...changes: Change[]) => void apply(syncEvent('sync/changesRecorded', { changes })),
    eventsOf: <T extends SyncEvent['type']>(type: T) =>
      events.filter((event): event is Extract<SyncEvent, { type: T }> => event.type === type),
  };
};

export type FakeHost = ReturnType<typeof makeHost>;

/** What happens to one request. The fault may pass it on, change the answer, or reject like a broken connection. */
export type Fault = (request: HttpRequest, pass: () => HttpAnswer) => HttpAnswer | Promise<HttpAnswer>;

export const dropRequest: Fault = () => Promise.reject(new Error('connection refused'));
export const dropAnswer: Fault = (_, pass) => {
  pass();
  return Promise.reject(new Error('connection lost'));
};
export const answerWith =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Fault =>
  () => ({
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => headers[name] ?? null,
  });
export const refuseWith = (status: number, message = 'no') =>
  answerWith(status, { data: null, error: { status, message } });

type Script = Partial<Record<HttpRequest['method'], readonly Fault[]>>;

/** A wire to the provider. The given faults happen to the first requests of a method. */
export const scriptedWire = (provider: Provider, script: Script = {}): SendRequest => {
  const left = new Map(Object.entries(script).map(([method, faults]) => [method, [...faults]]));
  return async (request) => {
    const fault = left.get(request.method)?.shift();
    return fault ? fault(request, () => provider.answer(request)) : provider.answer(request);
  };
};

export interface RoundOptions extends Partial<Omit<RoundPorts, 'host'>> {
  readonly force?: boolean;
  readonly isDiffMode?: boolean;
}

/**
 * Ports of a round on the fake host. By default the provider takes keys. Unlike our server, it does not remove the items
 * of a removed list.
 */
const roundPorts = (
  { host }: FakeHost,
  send: SendRequest,
  { isDiffMode = false, ...options }: RoundOptions = {},
): RoundPorts => ({
  api: makeSyncApi(send, () => 0),
  host,
  now: () => 0,
  signal: new AbortController().signal,
  hasNoLocks: false,
  isDiskSilent: () => false,
  canSend: true,
  instance: 'tab',
  newId: () => 'operation',
  diffMode: { isOn: isDiffMode },
  hasCascade: false,
  takesKeys: true,
  ...options,
});

export const roundOver = (device: FakeHost, send: SendRequest, { force = true, ...options }: RoundOptions = {}) =>
  runRound(roundPorts(device, send, options), { force });
