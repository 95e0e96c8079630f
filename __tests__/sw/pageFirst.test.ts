import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { makePageFirst } from '../../sw/pageFirst';

const USER = asUserId('7');

/** A worker whose surroundings change while it waits. */
const worker = (now: { visible: boolean; unsent: boolean }, later: Partial<typeof now> = {}) => {
  const done: string[] = [];
  const run = makePageFirst({
    hasVisiblePage: async () => now.visible,
    hasUnsent: async () => now.unsent,
    wakePage: () => void done.push('woke the page'),
    send: async () => void done.push('sent'),
    wait: async () => void Object.assign(now, later),
  });
  return { done, run };
};

test('without a visible page the worker sends at once', async () => {
  const { done, run } = worker({ visible: false, unsent: true });
  await run(USER);
  expect(done).toEqual(['sent']);
});

test('a visible page that sends in time is left alone', async () => {
  const { done, run } = worker({ visible: true, unsent: true }, { unsent: false });
  await run(USER);
  expect(done).toEqual([]);
});

test('a page that was closed before it could send hands over to the worker', async () => {
  const { done, run } = worker({ visible: true, unsent: true }, { visible: false });
  await run(USER);
  expect(done).toEqual(['sent']);
});

test('a visible page that does not get through is woken, and the browser is asked to call again', async () => {
  const { done, run } = worker({ visible: true, unsent: true });
  await expect(run(USER)).rejects.toThrow('left to the page');
  expect(done).toEqual(['woke the page']);
});
