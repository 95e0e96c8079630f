import type { BeforeSendFn, CaptureResult, PostHogConfig } from 'posthog-js';

export interface ProviderSettings {
  readonly key: string;
  /** An origin. */
  readonly host: string;
  readonly isRecording: boolean;
}

/** The limits of the specification that the library takes as settings; the others are its own constants. */
export const LIMITS = {
  feature_flag_request_timeout_ms: 3000,
  surveys_request_timeout_ms: 10_000,
  request_queue_config: { flush_interval_ms: 3000 },
  rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
  session_idle_timeout_seconds: 1800,
  cookie_expiration: 365,
  properties_string_max_length: 65_535,
} as const satisfies Partial<PostHogConfig>;

/** The one property that carries what a person wrote, as specified; it is sent as it is. */
const USER_CONTENT = 'user_content';

/** A page's title is a list's name; nothing here is wanted enough to send it. */
const UNWANTED = ['title', '$title', '$external_click_url'];

const withoutQuery = (value: unknown): unknown => {
  if (typeof value === 'string') return /^(?:https?:\/\/|\/)[^\s]*$/.test(value) ? value.replace(/[?#].*$/, '') : value;
  if (Array.isArray(value)) return value.map(withoutQuery);
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? cutQueries(value) : value;
};

const cutQueries = <Properties extends object>(properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, name === USER_CONTENT ? value : withoutQuery(value)]),
    // The same keys, each with a value of its own type.
  ) as Properties;

/** Shared text stands in the query of an address, so no address leaves with its query. */
export const cutAddresses: BeforeSendFn = (event: CaptureResult): CaptureResult | null => {
  // Recordings are not properties but pictures; they are masked where they are taken.
  if (event.event === '$snapshot') return event;
  return {
    ...event,
    properties: cutQueries(event.properties),
    ...(event.$set && { $set: cutQueries(event.$set) }),
    ...(event.$set_once && { $set_once: cutQueries(event.$set_once) }),
  };
};

/** What the library is told, beside its key: it follows no clicks, loads no scripts, and sends what our own events say. */
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
  session_recording: { maskAllInputs: true, maskTextSelector: '*', recordBody: false, recordHeaders: false },
  get_current_url: () => window.location.origin + window.location.pathname,
  property_denylist: [...UNWANTED],
  before_send: cutAddresses,
  // Otherwise an address could switch it on.
  debug: false,
  on_request_error: ({ statusCode }) => onProblem(`analytics: Bad HTTP status: ${statusCode}`),
});
