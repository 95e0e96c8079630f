import { expect, jest, test } from '@jest/globals';
import { asUserId, type ChangeId, changeId } from '../../src/contract/ids';
import type { UserDatabase } from '../../src/storage/userDatabase';
import { record, withMark } from '../../src/sync/record';
import { type Base, emptyLog } from '../../src/sync/syncState';
import { ROUND_STALL_MS } from '../../src/sync/timing';
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
  stored = record(emptyLog, insertOf(list, 1)),
) => {
  const steps: string[] = [];
  const settled: ChangeId[] = [];
  const provider = makeProvider('ours');
  const givenUp = new AbortController();
  const disk = { isFull: false, slow: {} as Partial<Record<DiskPart, Promise<void>>> };
  const wire = { slow: [] as Promise<void>[] };
  const database: UserDatabase = {
    open: async () => undefined,
    read: async () => ({ base, log: stored, device: 'device', damaged: 0 }),
    commit: async (write) => {
      const { isFull, slow } = disk;
      const parts = partsOf(write);
      const waits = parts.flatMap((part) => slow[part] ?? []);
      await (waits.length ? Promise.all(waits) : immediately());
      steps.push(parts.join(' with '));
      if (isFull) throw new Error('full');
    },
  };
  const world: WorkerWorld = {
    channel: {
      post: (message) => {
        steps.push(message.kind === 'event' ? `told ${message.event.type}` : 'told');
        if (message.kind !== 'event' || message.event.type !== 'sync/rowSettled') return;
        settled.push(...message.event.payload.changeIds);
      },
    },
    openUserDatabase: () => database,
    openKeyMemory: () => ({ read: async () => null, write: async () => undefined }),
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
    clearSession: async () => undefined,
  };
  return { disk, wire, steps, settled, givenUp, round: () => roundFor(session, world) };
};

test('the worker marks before it sends, and pages hear of what is on disk already', async () => {
  const { steps, round } = worker(pulledState.base);
  await round();
  const order = steps.filter((step) => /^(marks|POST|removals|told sync.row)/.test(step));
  expect(order).toEqual(['marks', 'told sync/rowMarked', 'POST', 'removals with base', 'told sync/rowSettled']);
});

test('a worker whose round passed over what it could not read has work left, and is called again', async () => {
  const refusal = JSON.stringify({ error: { message: 'Invalid key' } });
  const { steps, round } = worker(null, (method) => (method === 'GET' ? new Response(refusal, { status: 400 }) : null));
  await expect(round()).rejects.toThrow('lists refused 400 Invalid key');
  expect(steps).not.toContain('POST');
});

test('a worker gives up in time, and from then on neither writes nor tells anything', async () => {
  const { steps, givenUp, round } = worker(pulledState.base, (method) => {
    if (method === 'POST') givenUp.abort();
    return null;
  });
  await expect(round()).rejects.toThrow('aborted');
  expect(steps[0]).toBe(`gives up after ${ROUND_STALL_MS}`);
  expect(steps.slice(steps.indexOf('POST') + 1)).toEqual([]);
});

test('a mark on disk that names what only its tab holds, because the disk was full: the worker repeats that write whole, and settles all of it', async () => {
  const inserted = insertOf(list, 1);
  const place = { collection: 'lists', rowId: list.id, listId: listId(1) } as const;
  const changeIds = [inserted.id, changeId(2, 'b')];
  const mark = { ...place, kind: 'create', fields: { name: 'Zakupy' }, changeIds, key: changeId(2, 'b') } as const;
  const { settled, round } = worker(pulledState.base, () => null, withMark(record(emptyLog, inserted), mark));
  await round();
  expect(settled).toEqual(changeIds);
});

test('a worker that finds nothing unsent asks nobody and writes nothing', async () => {
  const { steps, round } = worker(pulledState.base, () => null, emptyLog);
  await round();
  expect(steps).toEqual([]);
});

test('a worker that has given back the lock writes nothing any more, also not what failed', async () => {
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

test('a worker begins no write while it waits for its last ones, for that would end after the lock is given back', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) {
      await jest.advanceTimersByTimeAsync(100);
      for (let turn = 0; turn < 5; turn += 1) await immediately();
    }
  };
  const twoLists = record(record(emptyLog, insertOf(list, 1)), insertOf(aList(2), 2));
  const { disk, wire, steps, givenUp, round } = worker(pulledState.base, () => null, twoLists);
  const [answered, hung, base, mark, later] = [gate(), gate(), gate(), gate(), gate()];
  // No mark gets there, so that the disk is tried again every five seconds.
  disk.isFull = true;
  wire.slow = [answered.opened, hung.opened];
  const over = round()
    .catch(() => undefined)
    .then(() => steps.push('lock given back'));
  await pass(4500);
  disk.slow = { base: base.opened, marks: mark.opened };
  answered.open();
  await pass(1000);
  givenUp.abort();
  hung.open();
  base.open();
  await pass(200);
  disk.slow = { base: later.opened, marks: later.opened };
  await pass(6000);
  mark.open();
  await over;
  later.open();
  await pass(6000);
  jest.useRealTimers();
  expect(steps.at(-1)).toBe('lock given back');
});
