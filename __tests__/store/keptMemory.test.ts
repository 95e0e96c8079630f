import { expect, test } from '@jest/globals';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectCapabilities, selectIsProviderKnown } from '../../src/store/state/capabilitiesSlice';
import { logged, selectLogLines } from '../../src/store/state/logsSlice';
import { lastOperations, selectOperations } from '../../src/store/state/operationsSlice';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { attackWorld, openPulled } from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { keptMemory } from '../support/memoryStorage';

const world = attackWorld();

const texts = (tab: TestTab): readonly string[] => selectLogLines(tab.store.getState()).map(({ text }) => text);
const say = (tab: TestTab, text: string) => tab.store.dispatch(logged({ time: 1, level: 'info', text }));

/** A browser whose tabs keep their memory in one place; `written` waits for a line to get there. */
const keeping = async () => {
  const account = await world.signUp();
  const memory = keptMemory();
  const ports = { openKeptStorage: async () => memory };
  const written = (text: string, by = account) =>
    eventually(
      () => memory.stored(`persist:${by.userId}`),
      (stored) => stored.includes(text),
    );
  return { account, browser: account.browser(), ports, written };
};

test('log lines and runs of the sync are there after a reload, before those of the new page', async () => {
  const { browser, ports, written } = await keeping();
  const before = await openPulled(browser, ports);
  say(before, 'said before');
  await written('said before');
  before.kill();
  const after = await openPulled(browser, ports);
  say(after, 'said after');
  await eventually(
    () => texts(after),
    (lines) => lines.includes('said before'),
  );
  expect(texts(after).indexOf('said before')).toBeLessThan(texts(after).indexOf('said after'));
  const ids = selectLogLines(after.store.getState()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const operations = selectOperations(after.store.getState());
  expect(new Set(operations.map(({ instance }) => instance))).toEqual(new Set([before.name, after.name]));
  expect(lastOperations(operations)).toMatchObject([
    { collection: 'lists', instance: after.name, status: 'done' },
    { collection: 'items', instance: after.name, status: 'done' },
  ]);
});

test('given a reload without a network, then what the provider offered is still known', async () => {
  const { browser, ports, written } = await keeping();
  const before = await openPulled(browser, ports);
  await written('sharing\\":true');
  before.kill();
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const { store } = await browser.openTab({ ...ports, fetch });
  const offered = await eventually(
    () => selectCapabilities(store.getState()),
    ({ sharing }) => sharing,
  );
  expect(offered).toEqual(selectCapabilities(before.store.getState()));
  expect(selectIsProviderKnown(store.getState())).toBe(false);
});

test('each user reads their own only', async () => {
  const { account, browser, ports, written } = await keeping();
  const other = await world.signUp();
  const tab = await openPulled(browser, ports);
  say(tab, 'of the first');
  await written('of the first');
  await tab.store.dispatch(signOut());
  tab.kill();
  Object.assign(browser.session, { token: null, user: null });
  const next = await browser.openTab(ports);
  await next.store.dispatch(logIn(other.email, 'a good password'));
  say(next, 'of the second');
  await written('of the second', other);
  expect(texts(next)).not.toContain('of the first');
  await next.store.dispatch(signOut());
  next.kill();
  Object.assign(browser.session, { token: null, user: null });
  const last = await browser.openTab(ports);
  await last.store.dispatch(logIn(account.email, 'a good password'));
  await eventually(
    () => texts(last),
    (lines) => lines.includes('of the first'),
  );
  expect(texts(last)).not.toContain('of the second');
});

test('given a sign-out and a sign-in in the same window, then each line and operation is there once, and none of somebody else', async () => {
  const { account, browser, ports, written } = await keeping();
  const other = await world.signUp();
  const tab = await openPulled(browser, ports);
  const operations = () => selectOperations(tab.store.getState()).map(({ id }) => id);
  say(tab, 'of the first');
  await written('of the first');
  await tab.store.dispatch(signOut());
  await tab.store.dispatch(logIn(account.email, 'a good password'));
  say(tab, 'of the first again');
  await written('of the first again');
  expect(texts(tab).filter((text) => text === 'of the first')).toHaveLength(1);
  expect(new Set(operations()).size).toBe(operations().length);
  const before = operations();
  await tab.store.dispatch(signOut());
  await tab.store.dispatch(logIn(other.email, 'a good password'));
  say(tab, 'of the second');
  const stored = await written('of the second', other);
  expect(stored).not.toContain('of the first');
  expect(operations().filter((id) => before.includes(id))).toEqual([]);
});

test('given a database that cannot be opened, then the app goes on', async () => {
  const { browser } = await keeping();
  const tab = await openPulled(browser, { openKeptStorage: () => Promise.reject(new Error('no room')) });
  expect(tab.store.getState().errors).toEqual([]);
  await tab.store.dispatch(signOut());
});

test('given a network that was lost before the code of the memory came, when the person signs out, then nobody is signed in', async () => {
  const { browser } = await keeping();
  const tab = await openPulled(browser, { openKeptStorage: () => new Promise(() => undefined) });
  await tab.store.dispatch(signOut());
  expect(selectSessionPhase(tab.store.getState())).toBe('guest');
});
