import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { isStreamEventName, type StreamEvent } from '../../contract/events';
import { LONGEST_WAIT_MS, STREAM_RETRY_MS, STREAM_SILENCE_MS } from './timing';

/** Reads one open connection of the event stream. */
export interface ReadPorts {
  readonly onEvent: (event: StreamEvent) => void;
  /** Resolves after the given ms, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const parseData = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The state that one connection passes to the next, also after a pause. */
export interface StreamMemory {
  /** '' before the first event. */
  lastEventId: string;
  /** The retry delay: the server's last value, or the specified one. */
  retryMs: number;
  /** The number of failed connections in a row: refused, or closed after a short time without an event. */
  failures: number;
  /** The time until which the server asked for no request; epoch ms. 0 if it did not ask. */
  notBefore: number;
}

export const newStreamMemory = (): StreamMemory => ({
  lastEventId: '',
  retryMs: STREAM_RETRY_MS,
  failures: 0,
  notBefore: 0,
});

/** Returns the next data. Rejects if a working server would never be silent for so long. */
export const beforeSilence = async <Value>(coming: Promise<Value>, ports: ReadPorts): Promise<Value> => {
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

/** Reads until the server closes. Rejects if the connection breaks, or if not even a heartbeat arrives for long. */
export const readStream = async (
  response: Response,
  ports: ReadPorts,
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
