import { expect, test } from '@jest/globals';
import { type PersistenceWorld, requestPersistence } from '../../src/device/persistentStorage';

const DAY_MS = 24 * 60 * 60 * 1000;

const device = (answerAfterMs: number | 'never') => {
  const clock = { now: 1e12 };
  let requests = 0;
  let askedAt: number | null = null;
  const world: PersistenceWorld = {
    persist: () => {
      requests += 1;
      if (answerAfterMs === 'never') return new Promise(() => undefined);
      clock.now += answerAfterMs;
      return Promise.resolve(false);
    },
    askedAt: () => askedAt,
    keepAskedAt: (at) => {
      askedAt = at;
    },
    now: () => clock.now,
  };
  return { clock, world, asked: () => requests };
};

test('a browser that decides by itself is asked anew at each start', async () => {
  const { world, asked } = device(20);
  await requestPersistence(world);
  await requestPersistence(world);
  expect(asked()).toBe(2);
});

test('a person who has answered is asked again after a month at the earliest', async () => {
  const { clock, world, asked } = device(4000);
  await requestPersistence(world);
  clock.now += 29 * DAY_MS;
  await requestPersistence(world);
  expect(asked()).toBe(1);
  clock.now += DAY_MS;
  await requestPersistence(world);
  expect(asked()).toBe(2);
});

test('a person who puts the question aside is left alone as well', async () => {
  const { world, asked } = device('never');
  void requestPersistence(world);
  await requestPersistence(world);
  expect(asked()).toBe(1);
});

test('a clock that went back far does not silence the question for longer', async () => {
  const { clock, world, asked } = device(4000);
  await requestPersistence(world);
  clock.now -= 40 * DAY_MS;
  await requestPersistence(world);
  expect(asked()).toBe(2);
});
