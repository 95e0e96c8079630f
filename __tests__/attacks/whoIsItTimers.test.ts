import { afterEach, expect, jest, test } from '@jest/globals';
import { attackWorld, countSent, openPulled, sync } from '../support/attackWorld';
import { answering, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const HOUR_MS = 60 * 60 * 1000;

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

test('a server that says nothing is not asked by one more timer after each return who it is', async () => {
  const browser = (await world.signUp()).browser();
  browser.session.user = null;
  world.server.wire = ({ url }) => (url.endsWith('/users/me') ? answering(503, 'down') : null);
  stopTabTime();
  // No jitter: the first timer goes off after a second, the next two seconds later.
  const tab = await browser.openTab({ random: () => 0 });
  const requestCount = () => countSent(world.server, 'GET', 'users/me');
  for (let i = 0; i < 10; i += 1) {
    tab.setVisible(false);
    tab.setVisible(true);
  }
  await settled();
  expect(requestCount()).toBe(11);
  await pass(1000);
  await pass(1000);
  expect(requestCount()).toBe(12);
});

test('given a stored user, when /users/me is not answered, then it is asked again in time, and its refusal still ends the session', async () => {
  const browser = (await world.signUp()).browser();
  let isDown = true;
  world.server.wire = ({ url }) => {
    if (!url.endsWith('/users/me')) return null;
    return isDown ? answering(503, 'down') : refusing(401, 'Missing or invalid credentials');
  };
  stopTabTime();
  const tab = await browser.openTab({ random: () => 0 });
  const requestCount = () => countSent(world.server, 'GET', 'users/me');
  await settled();
  expect(requestCount()).toBe(1);
  await pass(1000);
  expect(requestCount()).toBe(2);
  expect(tab.store.getState().session.phase).toBe('open');
  isDown = false;
  await pass(2000);
  expect(tab.store.getState().session.phase).toBe('guest');
  expect(requestCount()).toBe(3);
});

test('given a stored user and no network at the start, when the network is back, then /users/me is asked at once', async () => {
  const browser = (await world.signUp()).browser();
  world.server.wire = ({ url }) => (url.endsWith('/users/me') ? answering(503, 'down') : null);
  stopTabTime();
  const tab = await browser.openTab({ random: () => 0.999 });
  const requestCount = () => countSent(world.server, 'GET', 'users/me');
  await eventually(requestCount, (count) => count === 1);
  await eventually(
    () => tab.store.getState().session.isUnanswered,
    (isUnanswered) => isUnanswered,
  );
  tab.setOnline(false);
  world.server.wire = null;
  tab.setOnline(true);
  expect(await eventually(requestCount, (count) => count === 2)).toBe(2);
  await eventually(
    () => tab.store.getState().session.isUnanswered,
    (isUnanswered) => !isUnanswered,
  );
});

test('given a page that is never loaded again, then it asks once a day who is signed in', async () => {
  let clock = Date.now();
  const browser = (await world.signUp()).browser(() => clock);
  const tab = await openPulled(browser);
  const requestCount = () => countSent(world.server, 'GET', 'users/me');
  await eventually(requestCount, (count) => count === 1);
  clock += 23 * HOUR_MS;
  await sync(tab, true);
  await settled();
  expect(requestCount()).toBe(1);
  clock += HOUR_MS;
  await sync(tab, true);
  await eventually(requestCount, (count) => count === 2);
  await sync(tab, true);
  await settled();
  expect(requestCount()).toBe(2);
  // A clock that was ahead is set right.
  clock -= 48 * HOUR_MS;
  await sync(tab, true);
  await eventually(requestCount, (count) => count === 3);
});
