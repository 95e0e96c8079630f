import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

/** The limits of the specification that are the library's own: a newer version that behaves otherwise must be noticed. */

// The library keeps the `fetch` that it finds when it is loaded.
const fetches = jest.fn<typeof fetch>();
globalThis.fetch = fetches;
const { RateLimiter } = await import('posthog-js/lib/src/rate-limiter');
const { RequestQueue } = await import('posthog-js/lib/src/request-queue');
const { pickNextRetryDelay, RetryQueue } = await import('posthog-js/lib/src/retry-queue');
const { SessionIdManager } = await import('posthog-js/lib/src/sessionid');

type Library = ConstructorParameters<typeof RetryQueue>[0];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** As much of the library's main object as its parts ask for. */
const libraryWith = (config: Record<string, unknown> = {}): Library => {
  const props: Record<string, unknown> = {};
  const library = {
    __loaded: true,
    config: { token: 'token', disable_beacon: true, api_transport: 'fetch', ...config },
    persistence: {
      props,
      get_property: (name: string) => props[name],
      set_property: (name: string, value: unknown) => Object.assign(props, { [name]: value }),
      register: (values: object) => Object.assign(props, values),
      load: () => undefined,
      isDisabled: () => false,
    },
    register: () => undefined,
    capture: () => undefined,
  } as unknown as Library;
  library.rateLimiter = new RateLimiter(library);
  return library;
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('events', () => {
  test('given a burst, then a hundred leave, and ten more for each second after it', () => {
    const { rateLimiter } = libraryWith();
    const leave = (tries: number): number =>
      Array.from({ length: tries }, () => rateLimiter.clientRateLimitContext()).filter((one) => !one.isRateLimited)
        .length;
    expect(leave(500)).toBe(100);
    jest.advanceTimersByTime(1000);
    expect(leave(500)).toBe(10);
  });

  test('given the provider says that the quota is used up, then none leaves for 60 s', () => {
    const { rateLimiter } = libraryWith();
    rateLimiter.checkForLimiting({ statusCode: 200, text: '{"quota_limited":["events"]}' });
    jest.advanceTimersByTime(MINUTE_MS - 1);
    expect(rateLimiter.isServerRateLimited('events')).toBe(true);
    jest.advanceTimersByTime(1);
    expect(rateLimiter.isServerRateLimited('events')).toBe(false);
  });

  test.each([
    [undefined, 3000],
    [1, 250],
    [60_000, 5000],
  ])('given a flush interval of %s ms, then they wait %s ms for one another', (asked, waitsMs) => {
    const send = jest.fn();
    const queue = new RequestQueue(send, asked === undefined ? {} : { flush_interval_ms: asked });
    queue.enable();
    queue.enqueue({ url: '/e', data: {}, batchKey: 'events' });
    jest.advanceTimersByTime(waitsMs - 1);
    expect(send).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('a failed send', () => {
  const send = () =>
    new RetryQueue(libraryWith()).retriableRequest({ url: 'http://capture.test/e', method: 'POST', data: {} });
  beforeEach(() => {
    fetches.mockReset().mockImplementation(async () => new Response('', { status: 500 }));
  });

  test('is tried again after 3 s, then after twice as long each time, up to 30 min, give or take half of it', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    expect([0, 1, 2, 3, 20].map(pickNextRetryDelay)).toEqual([3000, 6000, 12_000, 24_000, 30 * MINUTE_MS]);
    jest.spyOn(Math, 'random').mockReturnValue(0);
    expect(pickNextRetryDelay(0)).toBe(2250);
    jest.spyOn(Math, 'random').mockReturnValue(1);
    expect(pickNextRetryDelay(0)).toBe(3750);
  });

  test('is tried 10 times more, and then no more', async () => {
    send();
    await jest.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(fetches).toHaveBeenCalledTimes(11);
  });

  test('given no network, then it is not tried, and at once when the network is back', async () => {
    send();
    await jest.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('offline'));
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(fetches).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(fetches).toHaveBeenCalledTimes(2);
  });

  test('is given up after 60 s without an answer', async () => {
    const aborted = jest.fn();
    fetches.mockImplementation((_url, init) => {
      init?.signal?.addEventListener('abort', aborted);
      return new Promise(() => undefined);
    });
    send();
    await jest.advanceTimersByTimeAsync(MINUTE_MS - 1);
    expect(aborted).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(aborted).toHaveBeenCalledTimes(1);
  });
});

describe('a session', () => {
  const sessionsWith = (idleSeconds: number) =>
    new SessionIdManager(libraryWith({ session_idle_timeout_seconds: idleSeconds }));

  test.each([
    [1, 60],
    [1800, 1800],
    [1_000_000, 36_000],
  ])('given an idle timeout of %s s, then it ends after %s s', (asked, seconds) => {
    expect(sessionsWith(asked).sessionTimeoutMs).toBe(seconds * 1000);
  });

  test('given somebody who never rests, then a new one begins after 24 h', () => {
    const sessions = sessionsWith(36_000);
    const idAt = (atMs: number): string => sessions.checkAndGetSessionAndWindowId(false, atMs).sessionId;
    const start = Date.now();
    const first = idAt(start);
    for (let hours = 1; hours <= 24; hours += 1) expect(idAt(start + hours * HOUR_MS)).toBe(first);
    expect(idAt(start + 24 * HOUR_MS + 1)).not.toBe(first);
  });
});
