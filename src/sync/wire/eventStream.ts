import { failureText, outcomeOf } from '../../contract/outcomes';
import { beforeSilence, newStreamMemory, type ReadPorts, readStream, type StreamMemory } from './readStream';
import { backoff, nextTryMs, STREAM_RETRY_MS, STREAM_STEADY_MS } from './timing';

/**
 * The event stream: opens, reads, and opens again until it is aborted, each time after its last event. Events are only
 * hints, and the server's state is the truth, so the listener also runs a round after each opening.
 */
export type StreamPhase = 'disconnected' | 'connecting' | 'connected' | 'error';

export interface StreamPorts extends ReadPorts {
  /** Opens the stream with the present session headers. `lastEventId` is '' before the first event. */
  readonly connect: (lastEventId: string, signal: AbortSignal) => Promise<Response>;
  readonly onPhase: (phase: StreamPhase) => void;
  readonly onSignedOut: () => void;
  /** Whether the token of the last `connect` is still in use. A newer token may be accepted. */
  readonly isTokenCurrent: () => boolean;
  /** Receives a text for the log about something unexpected. */
  readonly onProblem: (message: string) => void;
  readonly random: () => number;
  /** Epoch ms. */
  readonly now: () => number;
}

export const WRONG_TYPE = 'Expected content-type to be text/event-stream';

type Attempt =
  | { readonly kind: 'closed' | 'signedOut' }
  | { readonly kind: 'failed'; readonly reason: string; readonly afterMs: number | null };

const failed = (reason: string, afterMs: number | null = null): Attempt => ({ kind: 'failed', reason, afterMs });

/** Interprets the head of an answer like that of all requests. Null if the stream is open. */
const failureOf = ({ status, headers }: Response, ports: StreamPorts): Attempt | null => {
  const header = (name: string): string | null => headers.get(name);
  const answer = { status, body: '', retryAfter: header('Retry-After'), rateLimitReset: header('X-RateLimit-Reset') };
  if (status === 200) return header('content-type')?.startsWith('text/event-stream') ? null : failed(WRONG_TYPE);
  const outcome = outcomeOf('read', answer, () => false, ports.now());
  if (outcome.kind === 'signedOut') return ports.isTokenCurrent() ? { kind: 'signedOut' } : failed('signed in anew');
  if (outcome.kind === 'retry') return failed(`stream ${outcome.reason}`, outcome.afterMs);
  return failed(`stream ${outcome.kind === 'ok' ? 'without events' : failureText(outcome)}`);
};

const attempt = async (ports: StreamPorts, memory: StreamMemory, signal: AbortSignal): Promise<Attempt> => {
  ports.onPhase('connecting');
  const response = await beforeSilence(ports.connect(memory.lastEventId, signal), ports);
  const failure = failureOf(response, ports);
  if (failure) return failure;
  ports.onPhase('connected');
  const openedAt = ports.now();
  try {
    await readStream(response, ports, memory, signal);
  } finally {
    if (ports.now() - openedAt >= STREAM_STEADY_MS) memory.failures = 0;
  }
  return { kind: 'closed' };
};

/** Runs one connection and closes it at its end, also if it never answered or became silent. */
const connectOnce = async (ports: StreamPorts, memory: StreamMemory, signal: AbortSignal): Promise<Attempt> => {
  const connection = new AbortController();
  const close = (): void => connection.abort();
  signal.addEventListener('abort', close);
  try {
    return await attempt(ports, memory, connection.signal);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
};

/**
 * Runs until the signal aborts or the token is refused. Never rejects. @param memory the state of the previous run, if
 * any
 */
export const runStream = async (
  ports: StreamPorts,
  signal: AbortSignal,
  memory: StreamMemory = newStreamMemory(),
): Promise<void> => {
  memory.failures = 0;
  const toldMs = nextTryMs(0, memory.notBefore - ports.now());
  if (toldMs > 0) await ports.wait(toldMs, signal);
  while (!signal.aborted) {
    const end = await connectOnce(ports, memory, signal);
    if (signal.aborted) break;
    if (end.kind === 'signedOut') {
      ports.onPhase('disconnected');
      ports.onSignedOut();
      return;
    }
    ports.onPhase('error');
    const isFirst = memory.failures === 0;
    // A server may ask for an immediate retry, but not endlessly while it is down.
    const firstMs = Math.max(memory.retryMs, STREAM_RETRY_MS);
    const ownMs = isFirst ? memory.retryMs : backoff(firstMs, memory.failures, ports.random());
    const afterMs = end.kind === 'failed' ? end.afterMs : null;
    memory.notBefore = afterMs === null ? 0 : ports.now() + afterMs;
    await ports.wait(nextTryMs(ownMs, afterMs), signal);
    // Firefox ends the streams of a page that is left. That page does not try again, and nothing was wrong.
    if (end.kind === 'failed' && !signal.aborted) ports.onProblem(end.reason);
    memory.failures += 1;
  }
  ports.onPhase('disconnected');
};
