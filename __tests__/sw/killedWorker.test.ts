import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { gate } from '../support/gate';
import { makeWorkerWorld } from '../support/workerWorld';

/** The real Workbox queue over a real (in-memory) database: only the worker's life is the test's. */
const world = makeWorkerWorld();
const OLA = asUserId('ola');
const PageRequest = globalThis.Request;

beforeEach(() => {
  // In a worker addresses are relative to its own.
  globalThis.Request = class extends PageRequest {
    constructor(input: string, init?: RequestInit) {
      super(new URL(input, 'https://listy.example'), init);
    }
  } as typeof Request;
});
afterEach(() => {
  globalThis.Request = PageRequest;
});

/** The browser starts the worker: its modules are loaded anew, what it stored is there. */
const startWorker = async (send: () => Promise<void>) => {
  jest.resetModules();
  const { makeUnsentMarkers } = await import('../../sw/unsentMarkers');
  return makeUnsentMarkers(send);
};

const never = new Promise<never>(() => undefined);

/** Kills the worker while its round runs. */
const killedInRound = async () => {
  const sending = gate();
  const markers = await startWorker(() => {
    sending.open();
    return never;
  });
  await markers.put(OLA);
  void world.fireSync();
  await sending.opened;
  world.killWorker();
};

test('a worker killed in the middle finds its marker, and its next start completes the round', async () => {
  await killedInRound();
  let rounds = 0;
  await startWorker(async () => {
    rounds += 1;
  });
  expect(await world.fireSync()).toBe('done');
  expect(rounds).toBe(1);
  expect(await world.fireSync()).toBe('done');
  expect(rounds).toBe(1);
});

test('killed again and again it still finds it, and a failed round keeps it for the next start', async () => {
  await killedInRound();
  await killedInRound();
  let rounds = 0;
  await startWorker(async () => {
    rounds += 1;
    throw new Error('no answer');
  });
  expect(await world.fireSync()).toEqual(new Error('no answer'));
  world.killWorker();
  expect(rounds).toBe(1);
  await startWorker(async () => {
    rounds += 1;
  });
  expect(await world.fireSync()).toBe('done');
  expect(await world.fireSync()).toBe('done');
  expect(rounds).toBe(2);
});
