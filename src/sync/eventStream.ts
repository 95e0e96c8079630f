import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isStreamEventName, type StreamEvent } from '../contract/events';
import { failureText, outcomeOf } from '../contract/outcomes';
import { backoff, LONGEST_WAIT_MS, nextTryMs, STREAM_RETRY_MS, STREAM_SILENCE_MS, STREAM_STEADY_MS } from './timing';

/**
 * The live connection: opens, reads, and opens again until it is aborted, each time from the last event it saw. Events are hints
 * and state is truth, so everyone who listens runs a round after each opening as well.
 */
export type StreamPhase = 'disconnected' | 'connecting' | 'connected' | 'error';

export interface StreamPorts {
  /** Opens the stream with fresh session headers; `lastEventId` is '' before the first event. */
  readonly connect: (lastEventId: string, signal: AbortSignal) => Promise<Response>;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onPhase: (phase: StreamPhase) => void;
  readonly onSignedOut: () => void;
  /** Whether the token of the last `connect` is still the one in use: a newer one may do better. */
  readonly isTokenCurrent: () => boolean;
  /** Something unexpected, in words for the log. */
  readonly onProblem: (message: string) => void;
  readonly random: () => number;
  /** Epoch ms. */
  readonly now: () => number;
  /** Resolves after ms, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const WRONG_TYPE = 'Expected content-type to be text/event-stream';

const parseData = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What one connection leaves to the next, also to one that is opened after a pause. */
export interface StreamMemory {
  /** '' before the first event. */
  lastEventId: string;
  /** What the server said last, else the specified delay. */
  retryMs: number;
  /** Connections in a row that did not come up: refused, or closed before they lived for a while or brought an event. */
  failures: number;
}

export const newStreamMemory = (): StreamMemory => ({ lastEventId: '', retryMs: STREAM_RETRY_MS, failures: 0 });

/** Gives what comes; rejects when nothing does for longer than a living server is silent. */
const beforeSilence = async <Value>(coming: Promise<Value>, ports: StreamPorts): Promise<Value> => {
  const heard = new AbortController();
  try {
    const silence = ports.wait(STREAM_SILENCE_MS, heard.signal).then(() => 'silence' as const);
    const first = await Promise.race([coming, silence]);
    if (first === 'silence') throw new Error('stream silent');
    return first;
  } finally {
    heard.abort();
  }
};

/** Reads until the server closes; rejects when the connection breaks or nothing, not even a heartbeat, is heard for long. */
const readStream = async (
  response: Response,
  ports: StreamPorts,
  memory: StreamMemory,
  signal: AbortSignal,
): Promise<void> => {
  const body = response.body;
  if (!body) throw new Error('stream without a body');
  const reader = body.getReader();
  const parser = createParser({
    onEvent: ({ id, event, data }: EventSourceMessage) => {
      if (!id) return;
      memory.lastEventId = id;
      memory.failures = 0;
      if (isStreamEventName(event)) ports.onEvent({ id, name: event, data: parseData(data) });
    },
    onRetry: (ms) => {
      memory.retryMs = Math.min(ms, LONGEST_WAIT_MS);
    },
  });
  const decoder = new TextDecoder();
  while (!signal.aborted) {
    const chunk = await beforeSilence(reader.read(), ports);
    if (signal.aborted || chunk.done) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
  }
};

/** Reads, and once that has gone well for a while forgets the failures before it. */
const readAndSettle = async (
  response: Response,
  ports: StreamPorts,
  memory: StreamMemory,
  signal: AbortSignal,
): Promise<void> => {
  const ended = new AbortController();
  void ports.wait(STREAM_STEADY_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) memory.failures = 0;
  });
  try {
    await readStream(response, ports, memory, signal);
  } finally {
    ended.abort();
  }
};

type Attempt =
  | { readonly kind: 'closed' | 'signedOut' }
  | { readonly kind: 'failed'; readonly reason: string; readonly afterMs: number | null };

const failed = (reason: string, afterMs: number | null = null): Attempt => ({ kind: 'failed', reason, afterMs });

/** Reads the head of an answer by the table of all calls; null when it is the stream. */
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
  await readAndSettle(response, ports, memory, signal);
  return { kind: 'closed' };
};

/** One connection, closed at its end: also one that never answered, or fell silent. */
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

/** Runs until the signal aborts or the token is refused. Never rejects. @param memory of the run before, if there was one */
export const runStream = async (
  ports: StreamPorts,
  signal: AbortSignal,
  memory: StreamMemory = newStreamMemory(),
): Promise<void> => {
  memory.failures = 0;
  while (!signal.aborted) {
    const end = await connectOnce(ports, memory, signal);
    if (signal.aborted) break;
    if (end.kind === 'signedOut') {
      ports.onPhase('disconnected');
      ports.onSignedOut();
      return;
    }
    if (end.kind === 'failed') ports.onProblem(end.reason);
    ports.onPhase('error');
    const isFirst = memory.failures === 0;
    // A server may say that it is to be asked at once, but not for as long as it is down.
    const firstMs = Math.max(memory.retryMs, STREAM_RETRY_MS);
    const ownMs = isFirst ? memory.retryMs : backoff(firstMs, memory.failures, ports.random());
    await ports.wait(nextTryMs(ownMs, end.kind === 'failed' ? end.afterMs : null), signal);
    memory.failures += 1;
  }
  ports.onPhase('disconnected');
};
