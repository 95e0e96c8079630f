import { expect, test } from '@jest/globals';
import { makeEventHub } from '../../server/src/eventHub';

test('a new stream ends the older one of its session, and none of a client without a session', () => {
  const hub = makeEventHub();
  const stopped: string[] = [];
  const listen = (name: string, sessionId: string | null) =>
    hub.subscribe(1, { sessionId, wake: () => undefined, stop: () => stopped.push(name) });
  listen('one', null);
  listen('two', 'phone');
  listen('three', null);
  listen('four', 'laptop');
  expect(stopped).toEqual([]);
  listen('five', 'phone');
  expect(stopped).toEqual(['two']);
});

test('a user is full when other sessions have all streams', () => {
  const hub = makeEventHub();
  for (const sessionId of [null, 'phone'])
    hub.subscribe(1, { sessionId, wake: () => undefined, stop: () => undefined });
  const asked = [null, 'laptop', 'phone'].map((sessionId) => hub.isFull(1, sessionId, 2));
  expect(asked).toEqual([true, true, false]);
});
