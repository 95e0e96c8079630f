import { expect, jest, test } from '@jest/globals';
import { asUserId, changeId } from '../../src/contract/ids';
import { logDifferences } from '../../src/storage/logRecords';
import type { UserDatabase } from '../../src/storage/userDatabase';
import { insertChanges, withWrite } from '../../src/sync/model/changeLog';
import { type Base, emptyLog } from '../../src/sync/model/syncState';
import { ROUND_STALL_MS } from '../../src/sync/wire/timing';
import { roundFor, type WorkerWorld } from '../../sw/backgroundRound';
import { aList, insertOf, listId, pulledState } from '../support/builders';
import { type DiskPart, partsOf } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { makeProvider } from '../support/modelProvider';

const list = aList(1);
const session = {
  token: 'token',
  userId: asUserId('1'),
  apiUrl: 'https://provider.test/api',
  isSameOrigin: true,
  isDiffMode: false,
};

const immediately = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A worker that finds one list unsent; what it does to the disk, the wire and the pages, in order. */
const worker = (
  base: Base | null,
  answer: (method: string) => Response | null = () => null,
  stored = insertChanges(emptyLog, [insertOf(list, 1)]),
) => {
  const steps: string[] = [];
  /** The records that leave the disk, by their keys. */
  const removed: string[] = [];
  const provider = makeProvider('ours');
  const givenUp = new AbortController();
  const disk = { isFull: false, slow: {} as Partial<Record<DiskPart, Promise<void>>> };
  const wire = { slow: [] as Promise<void>[] };
  const database: UserDatabase = {
    open: async () => undefined,
    read: async () => ({ isWhole: true, base, log: logDifferences(emptyLog, stored), device: 'device' }),
    isStored: async () => false,
    readAllNext: () => undefined,
    close: () => undefined,
    commit: async (write) => {
      const { isFull, slow } = disk;
      const parts = partsOf(write);
      const waits = parts.flatMap((part) => slow[part] ?? []);
      await (waits.length ? Promise.all(waits) : immediately());
      steps.push(parts.join(' with '));
      if (isFull) throw new Error('full');
      removed.push(...(write.log ?? []).flatMap(({ key, value }) => (value === undefined ? [key] : [])));
    },
  };
  const world: WorkerWorld = {
    channel: {
      post: (message) => {
        steps.push(`told ${message.kind}`);
      },
    },
    openUserDatabase: () => database,
    openProviderMemory: () => ({
      read: async () => ({ idempotency: true, cascade: false }),
      write: async () => undefined,
    }),
    fetch: async (input, init) => {
      const method = (init?.method ?? 'GET') as 'GET' | 'POST';
      steps.push(method);
      const path = String(input).replace(session.apiUrl, '');
      const { status, body } = provider.answer({
        method,
        path,
        body: JSON.parse(String(init?.body ?? 'null')),
        signal: givenUp.signal,
      });
      if (method === 'POST') await wire.slow.shift();
      return answer(method) ?? new Response(body, { status });
    },
    now: () => 0,
    newId: () => 'operation',
    giveUpAfter: (ms) => {
      steps.push(`gives up after ${ms}`);
      return givenUp.signal;
    },
    copy: { read: async () => ({ since: 1, session, user: null }), write: async () => undefined },
  };
  return { disk, wire, steps, removed, givenUp, round: () => roundFor(session, world) };
};

test('the worker writes the in-flight write before it sends, and announces only stored changes', async () => {
  const { steps, round } = worker(pulledState.base);
  await round();
  const first = steps.indexOf('inFlight');
  // What was pulled is written behind, and takes along what is not on disk yet.
  expect(steps.slice(first, first + 7)).toEqual([
    'inFlight',
    'told stored',
    'inFlight with base',
    'told stored',
    'POST',
    'removals with base',
    'told stored',
  ]);
});

test('given a round that skipped unreadable rows, then the worker is called again', async () => {
  const refusal = JSON.stringify({ error: { message: 'Invalid key' } });
  const { steps, round } = worker(null, (method) => (method === 'GET' ? new Response(refusal, { status: 400 }) : null));
  await expect(round()).rejects.toThrow('lists refused 400 Invalid key');
  expect(steps).not.toContain('POST');
});

test('a worker gives up in time, and writes and announces nothing afterwards', async () => {
  const { steps, givenUp, round } = worker(pulledState.base, (method) => {
    if (method === 'POST') givenUp.abort();
    return null;
  });
  await expect(round()).rejects.toThrow('aborted');
  expect(steps[0]).toBe(`gives up after ${ROUND_STALL_MS}`);
  expect(steps.slice(steps.indexOf('POST') + 1)).toEqual([]);
});

test('given an in-flight write with a change that is in a tab only, then the worker repeats the write whole and settles it', async () => {
  const inserted = insertOf(list, 1);
  const place = { collection: 'lists', rowId: list.id, listId: listId(1) } as const;
  const changeIds = [inserted.id, changeId(2, 'b')];
  const write = { ...place, kind: 'create', fields: { name: 'Zakupy' }, changeIds, key: changeId(2, 'b') } as const;
  const { removed, round } = worker(
    pulledState.base,
    () => null,
    withWrite(insertChanges(emptyLog, [inserted]), write),
  );
  await round();
  expect(removed).toEqual([inserted.id, `sent ${list.id}`]);
});

test('given no unsent change, then the worker sends and writes nothing', async () => {
  const { steps, round } = worker(pulledState.base, () => null, emptyLog);
  await round();
  expect(steps).toEqual([]);
});

test('a worker that released the lock writes nothing any more', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const { disk, steps, round } = worker(pulledState.base);
  disk.isFull = true;
  await round().catch(() => undefined);
  disk.isFull = false;
  steps.length = 0;
  await jest.advanceTimersByTimeAsync(20_000);
  await new Promise((resolve) => setImmediate(resolve));
  jest.useRealTimers();
  expect(steps).toEqual([]);
});

test('a worker gives the lock back when its last write has ended, and not before', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await jest.advanceTimersByTimeAsync(100);
      for (let turn = 0; turn < 5; turn += 1) await immediately();
    }
  };
  const twoLists = insertChanges(emptyLog, [insertOf(list, 1), insertOf(aList(2), 2)]);
  const { disk, wire, steps, givenUp, round } = worker(pulledState.base, () => null, twoLists);
  const [hung, last] = [gate(), gate()];
  // No write gets there, so that the disk is tried again after five seconds.
  disk.isFull = true;
  wire.slow = [hung.opened, hung.opened];
  const over = round()
    .catch(() => undefined)
    .then(() => steps.push('lock given back'));
  await pass(4500);
  disk.slow = { base: last.opened };
  await pass(1000);
  disk.slow = {};
  givenUp.abort();
  hung.open();
  await pass(6000);
  expect(steps).not.toContain('lock given back');
  last.open();
  await over;
  await pass(6000);
  jest.useRealTimers();
  expect(steps.at(-1)).toBe('lock given back');
});
