/** The times of the specification, point 9, and the delays between retries. */
export const PUSH_DEBOUNCE_MS = 1500;
const PULL_WINDOW_MS = 30_000;
export const STREAM_RETRY_MS = 1000;
/** A round without any answer for this time is cancelled and started again, because requests have no timeout. */
export const ROUND_STALL_MS = 60_000;
/** A whole pull happens at least this often. A cursor misses rows that a provider commits late or with a slow clock. */
export const WHOLE_PULL_MS = 5 * 60_000;
/**
 * Without a stream, rounds poll for the changes of others: the first and the longest interval. A second more than the
 * window, so that a round pulls everything unless this device has just sent something: a provider without tombstones tells
 * removals only by that.
 */
export const STREAMLESS_MS = PULL_WINDOW_MS + 1000;
export const STREAMLESS_LONGEST_MS = WHOLE_PULL_MS;
/** The server sends a heartbeat every 20 s. After two missed ones the connection counts as dead. */
export const STREAM_SILENCE_MS = 50_000;
/**
 * A stream that lasts this long counts as established. A server that closes at once must not get a request each second.
 */
export const STREAM_STEADY_MS = 10_000;

/** The longest delay that a server may ask for. A timer of more than 24 days would fire at once. */
export const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

const BACKOFF_CAP_MS = 60_000;

/**
 * Exponential backoff with equal jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): at least half the
 * delay, and the rest is random. So many phones that lost the same server do not return at the same time.
 * @param attempt 0 for the first wait
 * @param random in [0, 1)
 * @returns ms
 */
export const backoff = (firstMs: number, attempt: number, random: number): number => {
  const full = Math.min(firstMs * 2 ** Math.min(attempt, 16), BACKOFF_CAP_MS);
  return full / 2 + (full / 2) * random;
};

/**
 * The delay after a failed request or stream: the client's own delay, but not less than the server asked for.
 * @param afterMs the delay that the server named; null if it named none
 */
export const nextTryMs = (ownMs: number, afterMs: number | null): number =>
  Math.max(ownMs, Math.min(afterMs ?? 0, LONGEST_WAIT_MS));

/**
 * Whether a round must pull everything: the last one began at least 30 s ago, the clock went back since, or it is
 * forced.
 * @param lastMs when the last round began, epoch ms; null if there was none
 */
export const isWholePull = (lastMs: number | null, nowMs: number): boolean =>
  lastMs === null || nowMs < lastMs || nowMs - lastMs >= PULL_WINDOW_MS;
