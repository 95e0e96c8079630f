import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { asUserId } from '../../src/contract/ids';
import { makeWorkerWorld } from '../support/workerWorld';

const worker = makeWorkerWorld();
const PageRequest = globalThis.Request;
// In a worker addresses are relative to its own.
globalThis.Request = class extends PageRequest {
  constructor(path: string, init?: RequestInit) {
    super(new URL(path, 'https://listy.example'), init);
  }
} as typeof Request;
const { makeUnsentMarkers } = await import('../../sw/unsentMarkers');

const OLA = asUserId('1');
const MOST_TURNS = 40;

test('given a marker that is set while the old one is removed, then another round follows', async () => {
  let sent = 0;
  const markers = makeUnsentMarkers(async () => {
    sent += 1;
  });
  const forgotten: number[] = [];
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    sent = 0;
    await markers.put(OLA);
    const over = worker.fireSync();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const sentBefore = sent;
    await Promise.all([over, markers.put(OLA)]);
    await worker.fireSync();
    if (sentBefore > 0 && sent === sentBefore) forgotten.push(turns);
    await worker.fireSync();
  }
  expect(forgotten).toEqual([]);
});
