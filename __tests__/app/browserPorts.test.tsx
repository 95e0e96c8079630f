import { afterEach, expect, test } from '@jest/globals';
import { browserPorts } from '../../src/app/browserPorts';
import type { Env } from '../../src/app/env';
import { asUserId } from '../../src/contract/ids';

const env = { apiUrl: '/api', isSameOrigin: true, isDiffMode: false } as Env;
const tokenFor = (cookie: string): string | null => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a server sets is set here by hand.
  document.cookie = `XSRF-TOKEN=${cookie}`;
  return browserPorts(window, env, () => undefined).xsrfToken();
};

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = 'XSRF-TOKEN=; max-age=0';
});

test.each([
  ['abc', 'abc'],
  ['a%3Db', 'a=b'],
  // Not encoded at all: a request must not fail for it.
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('the XSRF cookie %s is the token %s', (cookie, token) => {
  expect(tokenFor(cookie)).toBe(token);
});

test('given a page without a controlling worker, then it still tells the worker of unsent changes', async () => {
  const messages: unknown[] = [];
  const active = { postMessage: (message: unknown) => void messages.push(message) };
  const serviceWorker = { controller: null, ready: Promise.resolve({ active }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  browserPorts(window, env, () => undefined).onUnsent(asUserId('1'));
  await serviceWorker.ready;
  Reflect.deleteProperty(navigator, 'serviceWorker');
  expect(messages).toEqual([{ kind: 'unsent', userId: '1' }]);
});
