/** The times of the specification, point 9, and the waits between tries. */
export const PUSH_DEBOUNCE_MS = 1500;
export const PULL_WINDOW_MS = 30_000;
export const STREAM_RETRY_MS = 1000;
/** A round that hears nothing for so long is given up and begun anew: there is no HTTP timeout. */
export const ROUND_STALL_MS = 60_000;
/** Also who never rests is told all so often: what a provider commits late, or by a clock that is behind, no cursor finds. */
export const WHOLE_PULL_MS = 5 * 60_000;
/** Without a stream a round tells what others do: so often at first, and no more seldom than that. */
export const STREAMLESS_MS = 30_000;
export const STREAMLESS_LONGEST_MS = WHOLE_PULL_MS;
/** The server's heartbeat comes every 20 s; two missed and the connection is dead, however open it looks. */
export const STREAM_SILENCE_MS = 50_000;
/** A stream that lives for so long has come up: a server that takes it and closes at once must not be asked every second. */
export const STREAM_STEADY_MS = 10_000;

/** The longest a server may ask to be left alone: a timer set for more than 24 days would go off at once. */
export const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

const BACKOFF_CAP_MS = 60_000;

/**
 * Exponential backoff with full jitter above half (AWS Architecture Blog, "Exponential Backoff And Jitter"): many phones that
 * lost the same server must not come back together.
 * @param attempt 0 for the first wait
 * @param random in [0, 1)
 * @returns ms
 */
export const backoff = (firstMs: number, attempt: number, random: number): number => {
  const full = Math.min(firstMs * 2 ** Math.min(attempt, 16), BACKOFF_CAP_MS);
  return full / 2 + (full / 2) * random;
};

/**
 * How long a failed call or stream waits: as long as it would by itself, and not less than the server asked for.
 * @param afterMs the delay that the server named; null when it named none
 */
export const nextTryMs = (ownMs: number, afterMs: number | null): number =>
  Math.max(ownMs, Math.min(afterMs ?? 0, LONGEST_WAIT_MS));

/**
 * Whether a round must read everything: the last one began 30 s ago or more, the clock went back since, or it is forced.
 * @param lastMs when the last round began, epoch ms; null when none did
 */
export const isWholePull = (lastMs: number | null, nowMs: number): boolean =>
  lastMs === null || nowMs < lastMs || nowMs - lastMs >= PULL_WINDOW_MS;
