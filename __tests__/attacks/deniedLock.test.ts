import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { requestBrowserLock } from '../../src/sync/tabs/browserLock';
import { allSent, attackWorld, sync } from '../support/attackWorld';

const world = attackWorld();

const real = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

/** A browser that blocks storage refuses the locks with it. */
const denied = () => new DOMException('Access is denied.', 'SecurityError');

beforeEach(() => {
  const locks = { request: () => Promise.reject(denied()) };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
});

afterEach(() => {
  if (real) Object.defineProperty(globalThis, 'navigator', real);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

test('given a browser that refuses the lock, then its tab leads as without locks', async () => {
  const account = await world.signUp();
  const tab = await account.browser().openTab({ lock: requestBrowserLock });
  tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  await sync(tab);
  await allSent(tab);
  expect(await account.lists()).toHaveLength(1);
});

test('given an error while the lock is held, then the tab leads once', async () => {
  const locks = { request: (_name: string, _options: LockOptions, held: () => Promise<void>) => held() };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
  let leads = 0;
  const held = () => {
    leads += 1;
    return Promise.reject(denied());
  };
  const led = requestBrowserLock('lead', new AbortController().signal, held);
  await expect(led).rejects.toThrow('Access is denied.');
  expect(leads).toBe(1);
});

test('given a browser that loses an abort just after the request, then nobody waits, and the lock leads to nothing later', async () => {
  let grant: () => Promise<void> = async () => undefined;
  const request = (_name: string, _options: LockOptions, held: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      grant = () => held().then(resolve);
    });
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
  const asking = new AbortController();
  let leads = 0;
  const led = requestBrowserLock('lead', asking.signal, async () => {
    leads += 1;
  });
  asking.abort();
  await expect(led).rejects.toThrow('aborted');
  await grant();
  expect(leads).toBe(0);
});
