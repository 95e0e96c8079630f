import type { BeforeSendFn, CaptureResult, PostHogConfig } from 'posthog-js';

export interface ProviderSettings {
  readonly key: string;
  /** An origin. */
  readonly host: string;
  readonly isRecording: boolean;
}

/** The specification's limits that are settings of the library. The others are the library's constants. */
export const LIMITS = {
  feature_flag_request_timeout_ms: 3000,
  surveys_request_timeout_ms: 10_000,
  request_queue_config: { flush_interval_ms: 3000 },
  rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
  session_idle_timeout_seconds: 1800,
  cookie_expiration: 365,
  properties_string_max_length: 65_535,
} as const satisfies Partial<PostHogConfig>;

/** The only property with text that a person wrote, as specified. It is sent unchanged. */
const USER_CONTENT = 'user_content';

/** Properties that are never sent: the page title, for example, is a list's name. */
const UNWANTED = ['title', '$title', '$external_click_url'];

const withoutQuery = (value: unknown): unknown => {
  if (typeof value === 'string') return /^(?:https?:\/\/|\/)[^\s]*$/.test(value) ? value.replace(/[?#].*$/, '') : value;
  if (Array.isArray(value)) return value.map(withoutQuery);
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? cutQueries(value) : value;
};

const cutQueries = <Properties extends object>(properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, name === USER_CONTENT ? value : withoutQuery(value)]),
    // The keys and the type of each value stay the same.
  ) as Properties;

/** Removes the query from every address, because the query can hold shared text. */
export const cutAddresses: BeforeSendFn = (event: CaptureResult): CaptureResult | null => {
  // Session recordings have no such properties; they are masked while recording.
  if (event.event === '$snapshot') return event;
  return {
    ...event,
    properties: cutQueries(event.properties),
    ...(event.$set && { $set: cutQueries(event.$set) }),
    ...(event.$set_once && { $set_once: cutQueries(event.$set_once) }),
  };
};

/** The names of attributes that may repeat what a person wrote. */
const WRITTEN = /label|description|text|title|alt/;
/** The code of an invitation, drawn as a QR code. */
const DRAWN_CODE = 'svg[role=img]';

/** The settings of the library: it records no clicks, loads no scripts, and sends only our own events. */
export const librarySettings = (
  { host, isRecording }: ProviderSettings,
  onProblem: (text: string) => void,
): Partial<PostHogConfig> => ({
  ...LIMITS,
  api_host: host,
  request_batching: true,
  respect_dnt: true,
  opt_out_useragent_filter: false,
  person_profiles: 'identified_only',
  persistence: 'localStorage+cookie',
  cross_subdomain_cookie: false,
  autocapture: false,
  rageclick: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_heatmaps: false,
  capture_dead_clicks: false,
  capture_performance: false,
  capture_exceptions: false,
  disableDeviceModel: true,
  disable_external_dependency_loading: true,
  disable_product_tours: true,
  disable_conversations: true,
  disable_web_experiments: false,
  disable_session_recording: !isRecording,
  enable_recording_console_log: false,
  session_recording: {
    maskAllInputs: true,
    maskTextSelector: '*',
    maskAttributeFn: (name, value) => (WRITTEN.test(name) ? '' : value),
    blockSelector: DRAWN_CODE,
    recordBody: false,
    recordHeaders: false,
  },
  get_current_url: () => window.location.origin + window.location.pathname,
  property_denylist: [...UNWANTED],
  before_send: cutAddresses,
  // Otherwise a query parameter could switch it on.
  debug: false,
  on_request_error: ({ statusCode }) => onProblem(`analytics: Bad HTTP status: ${statusCode}`),
});
