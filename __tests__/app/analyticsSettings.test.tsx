import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import type { CaptureResult } from 'posthog-js';
import { cutAddresses, LIMITS, librarySettings } from '../../src/app/analyticsSettings';

const settings = (isRecording = false) =>
  librarySettings({ key: 'k', host: 'https://eu.i.posthog.com', isRecording }, () => undefined);

const sent = (properties: Record<string, unknown>, more: Partial<CaptureResult> = {}): CaptureResult => ({
  uuid: '1',
  event: 'List added',
  properties,
  ...more,
});

describe('an address', () => {
  test('leaves without its query, wherever it stands, and nothing else is touched', () => {
    const event = sent(
      {
        $current_url: 'https://listy.example/lists?share_text=tajne#x',
        $pathname: '/lists?share_text=tajne',
        $referrer: '$direct',
        user_content: 'https://example.com/?a=1\nmleko?',
        fields: ['description'],
        count: 3,
      },
      {
        $set: { $initial_current_url: 'https://listy.example/?share_url=tajne' },
        $set_once: { nested: { $initial_referrer: 'https://example.com/?q=tajne' } },
      },
    );
    expect(cutAddresses(event)).toEqual({
      ...event,
      properties: {
        $current_url: 'https://listy.example/lists',
        $pathname: '/lists',
        $referrer: '$direct',
        user_content: 'https://example.com/?a=1\nmleko?',
        fields: ['description'],
        count: 3,
      },
      $set: { $initial_current_url: 'https://listy.example/' },
      $set_once: { nested: { $initial_referrer: 'https://example.com/' } },
    });
  });
});

describe('the settings', () => {
  test('follow no clicks and pages, honour Do Not Track, and name no title', () => {
    expect(settings()).toMatchObject({
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      capture_performance: false,
      capture_exceptions: false,
      respect_dnt: true,
      opt_out_useragent_filter: false,
      disable_external_dependency_loading: true,
      disable_web_experiments: false,
      property_denylist: expect.arrayContaining(['title']),
    });
  });

  test('record nothing unless told to, and then without what people write', () => {
    expect(settings().disable_session_recording).toBe(true);
    expect(settings(true)).toMatchObject({
      disable_session_recording: false,
      session_recording: { maskAllInputs: true, maskTextSelector: '*' },
    });
  });

  test('hold the limits of the specification', () => {
    expect(LIMITS).toEqual({
      feature_flag_request_timeout_ms: 3000,
      surveys_request_timeout_ms: 10_000,
      request_queue_config: { flush_interval_ms: 3000 },
      rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
      session_idle_timeout_seconds: 1800,
      cookie_expiration: 365,
      properties_string_max_length: 65_535,
    });
  });
});

/** What cannot be set is the library's own; a newer version that changed it must be noticed. */
describe('the installed library keeps the limits that are its own', () => {
  const require = createRequire(import.meta.url);
  const source = (name: string): string =>
    readFileSync(require.resolve('posthog-js').replace(/dist\/[^/]+$/, `lib/src/${name}.js`), 'utf8');
  const facts: readonly [string, string, RegExp][] = [
    ['sends are retried up to 10 times', 'retry-queue', /DEFAULT_MAX_RETRIES = 10;/],
    ['with exponential backoff from 3 s', 'retry-queue', /3000 \* Math\.pow\(2, /],
    ['capped at 30 min', 'retry-queue', /thirtyMinutes = 30 \* 60 \* 1000/],
    ['with jitter', 'retry-queue', /Math\.random\(\) - 0\.5/],
    ['and when the network is back', 'retry-queue', /addEventListener\)\([^)]*'online'/],
    [
      'a flush waits 250 to 5000 ms, 3000 by default',
      'request-queue',
      /clampToRange\)\([^;]*250, 5000,[^;]*DEFAULT_FLUSH_INTERVAL_MS/,
    ],
    ['a quota blocks for 60 s', 'rate-limiter', /ONE_MINUTE_IN_MILLISECONDS = 60 \* 1000/],
    ['events are limited to 10 a second', 'rate-limiter', /DEFAULT_EVENTS_PER_SECOND = 10;/],
    ['with bursts of ten times that', 'rate-limiter', /BURST_LIMIT_MULTIPLIER = 10;/],
    ['a session idles 60 s at least', 'sessionid', /MIN_SESSION_IDLE_TIMEOUT_SECONDS = 60;/],
    ['and 36,000 s at most', 'sessionid', /MAX_SESSION_IDLE_TIMEOUT_SECONDS = 10 \* 60 \* 60;/],
    ['and lasts 24 h at most', 'sessionid', /SESSION_LENGTH_LIMIT_MILLISECONDS = 24 \* 3600 \* 1000;/],
    ['and is reset after 1.1 times its timeout', 'sessionid', /\* 1\.1/],
    ['surveys time out after 10 s', 'constants', /SURVEYS_REQUEST_TIMEOUT_MS = 10000;/],
    [
      'a recording is flushed every 2 s',
      'extensions/replay/external/lazy-loaded-session-recorder',
      /exports\.RECORDING_BUFFER_TIMEOUT = 2000;/,
    ],
    [
      'idles after 5 min',
      'extensions/replay/external/lazy-loaded-session-recorder',
      /RECORDING_IDLE_THRESHOLD_MS = FIVE_MINUTES/,
    ],
    [
      'and buffers about 900 kB',
      'extensions/replay/external/lazy-loaded-session-recorder',
      /RECORDING_MAX_EVENT_SIZE = ONE_KB \* ONE_KB \* 0\.9/,
    ],
    ['other requests time out after 60 s', 'request', /options\.timeout \|\| 60000/],
    ['programs are told from people', 'posthog-core', /opt_out_useragent_filter && this\._is_bot\(\)/],
  ];
  test.each(facts)('%s', (_what, file, fact) => {
    expect(source(file)).toMatch(fact);
  });
});
