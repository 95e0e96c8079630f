import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { StreamEvent } from '../../src/contract/events';
import { runStream, type StreamPhase, type StreamPorts, WRONG_TYPE } from '../../src/sync/wire/eventStream';
import { newStreamMemory } from '../../src/sync/wire/readStream';
import { STREAM_RETRY_MS, STREAM_SILENCE_MS, STREAM_STEADY_MS } from '../../src/sync/wire/timing';

const TYPE = { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } };

/** A stream that says these chunks and closes. */
const saying = (...chunks: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    TYPE,
  );

/** Runs through the answers, one per connection, and stops before the next; silence passes only when told to. */
const live = async (
  answers: readonly (() => Response | Promise<Response>)[],
  { isSilencePassing = false, isReplaced = false, memory = newStreamMemory(), nowMs = 0 } = {},
) => {
  const controller = new AbortController();
  const untilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  const seen = {
    events: [] as StreamEvent[],
    phases: [] as StreamPhase[],
    problems: [] as string[],
    lastIds: [] as string[],
    waits: [] as number[],
    signedOut: 0,
  };
  const ports: StreamPorts = {
    connect: async (lastEventId) => {
      const answer = answers[seen.lastIds.length];
      seen.lastIds.push(lastEventId);
      if (!answer) {
        controller.abort();
        throw new Error('over');
      }
      return answer();
    },
    onEvent: (event) => seen.events.push(event),
    onPhase: (phase) => seen.phases.push(phase),
    onSignedOut: () => {
      seen.signedOut += 1;
    },
    isTokenCurrent: () => !isReplaced,
    onProblem: (message) => seen.problems.push(message),
    random: () => 0,
    now: () => nowMs,
    wait: async (ms, signal) => {
      if (ms === STREAM_SILENCE_MS) {
        if (isSilencePassing) return;
        return untilAborted(signal);
      }
      seen.waits.push(ms);
    },
  };
  await runStream(ports, controller.signal, memory);
  return seen;
};

const patch = (id: string, done: boolean): string =>
  `${id && `id: ${id}\n`}event: list-item::patch\ndata: {"done":${done}}\n\n`;

/** A connection that its abort breaks, as one of the browser is broken. */
const brokenBy = (signal: AbortSignal, onOpen?: (controller: ReadableStreamDefaultController) => void): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        signal.addEventListener('abort', () => stream.error(new DOMException('given up', 'AbortError')));
        onOpen?.(stream);
      },
    }),
    TYPE,
  );

describe('the event stream in time', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const portsOver = (connect: StreamPorts['connect'], problems: string[] = []): StreamPorts => ({
    connect,
    onEvent: () => undefined,
    onPhase: () => undefined,
    onSignedOut: () => undefined,
    isTokenCurrent: () => true,
    onProblem: (message) => problems.push(message),
    random: () => 0,
    now: Date.now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  });

  /** Connections within a minute to a server that closes each one after a while. */
  const connectionsInAMinute = async (livesMs: number): Promise<number> => {
    const controller = new AbortController();
    let count = 0;
    const connect = async (_id: string, signal: AbortSignal): Promise<Response> => {
      count += 1;
      return brokenBy(signal, (stream) => setTimeout(() => !signal.aborted && stream.close(), livesMs));
    };
    const running = runStream(portsOver(connect), controller.signal);
    await jest.advanceTimersByTimeAsync(60_000);
    controller.abort();
    await running;
    return count;
  };

  test('given a stream that closes at once, then the wait grows; after a longer life it is one second', async () => {
    expect(await connectionsInAMinute(0)).toBeLessThanOrEqual(8);
    const cycles = 60_000 / (STREAM_STEADY_MS + STREAM_RETRY_MS + 1);
    expect(await connectionsInAMinute(STREAM_STEADY_MS + 1)).toBe(Math.ceil(cycles));
  });

  test('given a stream that breaks, then its problem is told with the next try, which a page that is left never makes', async () => {
    const controller = new AbortController();
    const problems: string[] = [];
    let opened = 0;
    const connect = async (_id: string, signal: AbortSignal): Promise<Response> => {
      opened += 1;
      return brokenBy(signal, (stream) => opened === 1 && stream.error(new TypeError('Error in input stream')));
    };
    const running = runStream(portsOver(connect, problems), controller.signal);
    await jest.advanceTimersByTimeAsync(STREAM_RETRY_MS - 1);
    expect([opened, problems]).toEqual([1, []]);
    await jest.advanceTimersByTimeAsync(1);
    expect([opened, problems]).toEqual([2, ['Error in input stream']]);
    controller.abort();
    await running;
  });

  test('given a stream that breaks, when it is closed before the next try, then no problem is told', async () => {
    const controller = new AbortController();
    const problems: string[] = [];
    const connect = async (_id: string, signal: AbortSignal): Promise<Response> =>
      brokenBy(signal, (stream) => stream.error(new TypeError('Error in input stream')));
    const running = runStream(portsOver(connect, problems), controller.signal);
    await jest.advanceTimersByTimeAsync(STREAM_RETRY_MS - 1);
    controller.abort();
    await jest.advanceTimersByTimeAsync(STREAM_RETRY_MS);
    await running;
    expect(problems).toEqual([]);
  });

  test('given a connection without an answer, then it is given up and another one is opened', async () => {
    const controller = new AbortController();
    const problems: string[] = [];
    const open = new Set<AbortSignal>();
    let opened = 0;
    const connect = (_id: string, signal: AbortSignal): Promise<Response> => {
      opened += 1;
      open.add(signal);
      return new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          open.delete(signal);
          reject(new DOMException('given up', 'AbortError'));
        }),
      );
    };
    const running = runStream(portsOver(connect, problems), controller.signal);
    await jest.advanceTimersByTimeAsync(STREAM_SILENCE_MS + STREAM_RETRY_MS);
    expect([opened, open.size, problems]).toEqual([2, 1, ['stream silent']]);
    controller.abort();
    await running;
    expect([opened, open.size, problems]).toEqual([2, 0, ['stream silent']]);
  });

  test('closed by the app it reports nothing', async () => {
    const controller = new AbortController();
    const problems: string[] = [];
    const running = runStream(
      portsOver(async (_id, signal) => brokenBy(signal), problems),
      controller.signal,
    );
    await jest.advanceTimersByTimeAsync(100);
    controller.abort();
    await running;
    await jest.advanceTimersByTimeAsync(100);
    expect(problems).toEqual([]);
  });
});

describe('the event stream', () => {
  test('hands on the six events by name, and ignores messages without an id, of other names and comments', async () => {
    const { events } = await live([
      () =>
        saying(
          patch('1', true),
          ': heartbeat\n\n',
          patch('', false),
          'id: 2\nevent: other\ndata: {}\n\n',
          patch('3', false),
        ),
    ]);
    expect(events).toEqual([
      { id: '1', name: 'list-item::patch', data: { done: true } },
      { id: '3', name: 'list-item::patch', data: { done: false } },
    ]);
  });

  test('a message that comes in pieces, also inside a letter, is one message', async () => {
    const bytes = new TextEncoder().encode('id: 1\nevent: list::patch\ndata: {"name":"Łódź"}\n\n');
    const body = new ReadableStream({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const { events } = await live([() => new Response(body, TYPE)]);
    expect(events).toEqual([{ id: '1', name: 'list::patch', data: { name: 'Łódź' } }]);
  });

  test('sends the last id when it connects again, after a normal close and after a failure', async () => {
    const { lastIds } = await live([
      () => saying(patch('7', true)),
      () => new Response('', { status: 502 }),
      () => saying(patch('9', true)),
    ]);
    expect(lastIds).toEqual(['', '7', '7', '9']);
  });

  test('waits 1000 ms, or what the server says, and longer after each failure in a row', async () => {
    const down = () => new Response('', { status: 503 });
    expect((await live([() => saying('')])).waits).toEqual([STREAM_RETRY_MS]);
    const { waits } = await live([() => saying('retry: 3000\n\n'), down, down, down]);
    expect(waits).toEqual([3000, 3000, 6000, 12_000]);
  });

  test('given retry: 0 and a server that is down, then the waits still grow', async () => {
    const down = () => Promise.reject(new Error('refused'));
    const { waits } = await live([() => saying('retry: 0\n\n'), down, down, down]);
    expect(waits).toEqual([0, 1000, 2000, 4000]);
  });

  test('given a server that accepts and closes at once, then the waits grow', async () => {
    const { waits } = await live([
      () => saying(''),
      () => saying(':\n\n'),
      () => saying('retry: 1000\n\n'),
      () => saying(''),
    ]);
    expect(waits).toEqual([1000, 1000, 2000, 4000]);
  });

  test('given a stream that brought an event, then the next wait is the shortest', async () => {
    const short = () => saying('');
    const { waits } = await live([short, short, short, () => saying(patch('7', true)), short]);
    expect(waits).toEqual([1000, 1000, 2000, 1000, 1000]);
  });

  test('given a person who comes back after many failures, then only later failures count', async () => {
    const down = () => new Response('', { status: 503 });
    const memory = { ...newStreamMemory(), lastEventId: '7', retryMs: 3000, failures: 9 };
    const { waits, lastIds } = await live([down, down], { memory });
    expect(waits).toEqual([3000, 3000]);
    expect(lastIds[0]).toBe('7');
  });

  test('a delay longer than a timer allows is still a long delay', async () => {
    const { waits } = await live([() => saying('retry: 99999999999\n\n')]);
    expect(waits[0]).toBeGreaterThan(60_000);
    expect(waits[0]).toBeLessThan(2 ** 31);
  });

  test('closed and opened again before the delay of the server is over, it waits for the rest', async () => {
    const memory = { ...newStreamMemory(), notBefore: 40_000 };
    const seen = await live([], { memory });
    expect([seen.waits[0], seen.lastIds]).toEqual([40_000, ['']]);
  });

  test('given a delay of its own alone, when the clock goes back before it is opened again, then it does not wait', async () => {
    const memory = newStreamMemory();
    await live([() => saying('')], { memory, nowMs: 3_600_000 });
    const seen = await live([], { memory });
    expect(seen.waits).toEqual([]);
  });

  test('goes through its phases, and says what went wrong', async () => {
    const { phases, problems } = await live([() => saying(''), () => new Response('<html>', { status: 200 })]);
    expect(phases).toEqual(['connecting', 'connected', 'error', 'connecting', 'error', 'connecting', 'disconnected']);
    expect(problems).toEqual([WRONG_TYPE]);
  });

  test.each([401, 403])('a refused token (%i) ends it for good', async (status) => {
    const seen = await live([() => new Response('', { status }), () => saying(patch('1', true))]);
    expect(seen).toMatchObject({ signedOut: 1, lastIds: [''], phases: ['connecting', 'disconnected'] });
  });

  test('given a refused token that was replaced meanwhile, then it continues', async () => {
    const answers = [() => new Response('', { status: 401 }), () => saying(patch('1', true))];
    const seen = await live(answers, { isReplaced: true });
    expect(seen).toMatchObject({ signedOut: 0, problems: ['signed in anew'], events: [{ id: '1' }] });
  });

  test('given no heartbeat, then the connection is opened again', async () => {
    const seen = await live([() => new Response(new ReadableStream(), TYPE)], { isSilencePassing: true });
    expect(seen.problems).toEqual(['stream silent']);
    expect(seen.lastIds).toHaveLength(2);
  });
});
