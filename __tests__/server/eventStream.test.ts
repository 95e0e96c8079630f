import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { makeEventHub } from '../../server/src/eventHub';
import type { LoggedEvent } from '../../server/src/eventLog';
import { type EventStreamPorts, openEventStream } from '../../server/src/eventStream';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('given an event that is committed during the read of the log, then it is sent at once', async () => {
  const hub = makeEventHub();
  const kept: LoggedEvent[] = [];
  const readings: (() => void)[] = [];
  const written: string[] = [];
  const sink = Object.assign(new EventEmitter(), {
    write: (text: string) => {
      written.push(text);
      return true;
    },
    end: () => sink.emit('close'),
    destroy: () => sink.emit('close'),
  });
  const log = {
    startFrom: () => 0,
    after: (_user: number, id: number) => {
      // What the transaction of this reading sees is settled when it begins.
      const page = kept.filter((event) => event.id > id);
      return new Promise<LoggedEvent[]>((resolve) => {
        readings.push(() => resolve(page));
      });
    },
  };
  openEventStream({
    sink: sink as unknown as ServerResponse,
    session: { user: { id: 1, clock: 0 } },
    sessionId: null,
    lastEventId: undefined,
    services: { log, hub },
    tokens: {},
    heartbeatMs: 60_000,
    report: (error: unknown) => {
      throw error;
    },
  } as unknown as EventStreamPorts);
  expect(readings).toHaveLength(1);
  kept.push({ id: 1, name: 'list::patch', session: null, data: '{}' });
  hub.wake(1);
  readings[0]?.();
  await turn();
  expect(readings).toHaveLength(2);
  readings[1]?.();
  await turn();
  expect(written.join('')).toContain('id: 1\nevent: list::patch');
  expect(readings).toHaveLength(2);
  sink.emit('close');
  expect(hub.size()).toBe(0);
});
