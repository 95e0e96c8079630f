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
  test('is sent without its query, in any property, and other values stay as they are', () => {
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
