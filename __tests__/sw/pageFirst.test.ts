import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { makePageFirst } from '../../sw/pageFirst';

const USER = asUserId('7');

interface Surroundings {
  readonly visible: boolean;
  readonly unsent: boolean;
}

/** A worker whose surroundings change with each of its waits. */
const worker = (first: Surroundings, ...later: Partial<Surroundings>[]) => {
  const done: string[] = [];
  let now = first;
  const run = makePageFirst({
    hasVisiblePage: async () => now.visible,
    hasUnsent: async () => now.unsent,
    wakePage: () => void done.push('woke the page'),
    send: async () => void done.push('sent'),
    wait: async () => {
      now = { ...now, ...later.shift() };
    },
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

test('given a visible page that sends after a message, then the worker sends nothing', async () => {
  const { done, run } = worker({ visible: true, unsent: true }, {}, { unsent: false });
  await run(USER);
  expect(done).toEqual(['woke the page']);
});

test('a page that was woken and closed hands over to the worker', async () => {
  const { done, run } = worker({ visible: true, unsent: true }, {}, { visible: false });
  await run(USER);
  expect(done).toEqual(['woke the page', 'sent']);
});

test('given a visible page that cannot send, then it gets a message and the browser is asked to call again', async () => {
  const { done, run } = worker({ visible: true, unsent: true });
  await expect(run(USER)).rejects.toThrow('left to the page');
  expect(done).toEqual(['woke the page']);
});
