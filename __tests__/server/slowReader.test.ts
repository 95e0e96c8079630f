import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LoggedEvent } from '../../server/src/eventLog';
import { type EventStreamPorts, openEventStream } from '../../server/src/eventStream';
import { pass, stopTime } from '../support/stillTime';

/** A client that reads slowly, with heartbeats in the test's hands. `stream.test.ts` has one that does not read, over a real socket. */

const HEARTBEAT_MS = 1000;
const FRAMES = 8;

const events: readonly LoggedEvent[] = Array.from({ length: FRAMES }, (_, at) => ({
  id: at + 1,
  name: 'list-item::create',
  session: null,
  data: `item ${at}`,
}));

/** A response whose buffer is full after each event, until the client has read it (`drain`). */
const fullSink = () => {
  const frames: string[] = [];
  const sink = Object.assign(new EventEmitter(), {
    write: (text: string): boolean => {
      if (text.includes('data:')) frames.push(text);
      return !text.includes('data:');
    },
    end: jest.fn(),
    destroy: jest.fn(),
  });
  return { sink, frames };
};

const openOn = (sink: unknown): void =>
  openEventStream({
    sink,
    session: { user: { id: 'ann', clock: 0 } },
    sessionId: null,
    lastEventId: undefined,
    services: {
      log: {
        startFrom: () => 0,
        after: async (_user: string, cursor: number) => events.filter(({ id }) => id > cursor),
      },
      hub: { subscribe: () => () => undefined },
    },
    tokens: { sessionOf: async () => ({}) },
    heartbeatMs: HEARTBEAT_MS,
    report: (error: unknown) => {
      throw error;
    },
  } as unknown as EventStreamPorts);

beforeEach(stopTime);
afterEach(() => {
  jest.useRealTimers();
});

test('given a client that reads something between two heartbeats, then it gets all events and stays connected', async () => {
  const { sink, frames } = fullSink();
  openOn(sink);
  for (let at = 0; at < FRAMES; at += 1) {
    await pass(HEARTBEAT_MS);
    sink.emit('drain');
  }
  await pass(0);
  expect(frames).toHaveLength(FRAMES);
  expect(sink.destroy).not.toHaveBeenCalled();
  sink.emit('close');
});

test('given a client that reads nothing between two heartbeats, then it is disconnected', async () => {
  const { sink, frames } = fullSink();
  openOn(sink);
  await pass(HEARTBEAT_MS);
  expect(sink.destroy).not.toHaveBeenCalled();
  await pass(HEARTBEAT_MS);
  expect(sink.destroy).toHaveBeenCalledTimes(1);
  expect(frames).toHaveLength(1);
  sink.emit('close');
});
