import { expect, test } from '@jest/globals';
import { makeEventHub } from '../../server/src/eventHub';

test('given a full server, then streams without a session id do not close each other', () => {
  const hub = makeEventHub();
  const stopped: string[] = [];
  const listen = (name: string, sessionId: string | null) =>
    hub.subscribe(1, { sessionId, wake: () => undefined, stop: () => stopped.push(name) });
  listen('one', null);
  listen('two', 'phone');
  expect(hub.makeRoom(1, null, 2)).toBe(false);
  expect(stopped).toEqual([]);
  expect(hub.makeRoom(1, 'phone', 2)).toBe(true);
  expect(stopped).toEqual(['two']);
});
