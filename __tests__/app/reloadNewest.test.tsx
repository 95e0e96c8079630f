import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { reloadNewest } from '../../src/app/reloadNewest';
import { pass } from '../support/stillTime';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A page with a worker in charge, and another that waits. */
const pageWith = (waiting: object | null) => {
  const reload = jest.fn();
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => ({ waiting }) });
  const page = { navigator: { serviceWorker }, location: { reload } } as unknown as Window;
  return { page, reload, serviceWorker };
};

test('given a crashed screen and a waiting version, when the person reloads, then the new version starts', async () => {
  const postMessage = jest.fn();
  const { page, reload, serviceWorker } = pageWith({ postMessage });
  void reloadNewest(page);
  await pass(0);
  expect(postMessage).toHaveBeenCalledWith({ kind: 'skipWaiting' });
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('given a version that does not take over in time, then the page reloads anyway', async () => {
  const { page, reload } = pageWith({ postMessage: () => undefined });
  void reloadNewest(page);
  await pass(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['where none waits', () => pageWith(null).page],
  ['without a worker', () => ({ navigator: {}, location: { reload: jest.fn() } }) as unknown as Window],
])('the page is loaded anew at once %s', async (_where, make) => {
  const page = make();
  await reloadNewest(page);
  expect(page.location.reload).toHaveBeenCalledTimes(1);
});
