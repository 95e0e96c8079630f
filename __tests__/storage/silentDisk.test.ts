import { afterEach, expect, jest, test } from '@jest/globals';
import { indexedDatabase } from '../../src/storage/indexedDatabase';
import { makePatience } from '../../src/storage/patience';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const put = (database: ReturnType<typeof indexedDatabase>, key: string) =>
  database.transact('readwrite', (store) => {
    store('rows').put('value', key);
    return () => 'done';
  });

/** Opens that are never answered, as long as it is said. */
const silence = () => {
  const open = indexedDB.open.bind(indexedDB);
  const late: (() => void)[] = [];
  let isSilent = true;
  jest.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (!isSilent) return open(name, version);
    const request = {} as IDBOpenDBRequest;
    late.push(() => {
      const real = open(name, version);
      real.onupgradeneeded = () => real.result.createObjectStore('rows');
      real.onsuccess = () => {
        Object.assign(request, { result: real.result });
        request.onsuccess?.(new Event('success'));
      };
    });
    return request;
  });
  return {
    end: () => {
      isSilent = false;
    },
    answerLate: () => late.forEach((answer) => void answer()),
  };
};

test('a database that never answers is given up after 30 s, then sooner, and opened again each time', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const disk = silence();
  const database = indexedDatabase({ name: 'silent-1', stores: ['rows'] });
  const written = put(database, 'a').then(
    () => 'written',
    (error: DOMException) => error.name,
  );
  await jest.advanceTimersByTimeAsync(29_999);
  expect(await Promise.race([written, 'waiting'])).toBe('waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(await written).toBe('TimeoutError');
  const again = put(database, 'a').catch((error: DOMException) => error.name);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await again).toBe('TimeoutError');
  disk.end();
  jest.useRealTimers();
  expect(await put(database, 'b')).toBe('done');
});

test('a connection that opens too late is closed and blocks no later upgrade', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const disk = silence();
  const forgotten = jest.fn();
  const database = indexedDatabase({ name: 'silent-2', stores: ['rows'], onClosed: forgotten });
  const written = put(database, 'a').catch((error: DOMException) => error.name);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(await written).toBe('TimeoutError');
  expect(forgotten).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
  disk.end();
  disk.answerLate();
  expect(await put(database, 'b')).toBe('done');
  jest.restoreAllMocks();
  // Deleting waits for every connection that is still open, except for those that close when they are asked to.
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('silent-2');
    request.onsuccess = resolve;
    request.onblocked = () => reject(new Error('a connection was left open'));
  });
});

test('a write that was given up is not carried out late', async () => {
  const database = indexedDatabase({ name: 'silent-3', stores: ['rows'] });
  expect(await put(database, 'a')).toBe('done');
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
  const disk = silence();
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing.', 'InvalidStateError');
  });
  const written = put(database, 'b').catch((error: DOMException) => error.name);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(await written).toBe('TimeoutError');
  jest.useRealTimers();
  disk.end();
  disk.answerLate();
  const keys = () =>
    database.transact('readonly', (store) => {
      const all = store('rows').getAllKeys();
      return () => all.result;
    });
  // What came late would be done before the last of these.
  for (let question = 0; question < 5; question += 1) expect(await keys()).toEqual(['a']);
});

test('a disk that answers again, after the shorter time limit, is used from then on', async () => {
  jest.useFakeTimers();
  const withPatience = makePatience();
  const within = (ms: number): Promise<string> =>
    withPatience(new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms))).catch(
      (error: DOMException) => error.name,
    );
  const ends = [within(31_000)];
  await jest.advanceTimersByTimeAsync(40_000);
  for (let i = 0; i < 2; i += 1) {
    ends.push(within(1200));
    await jest.advanceTimersByTimeAsync(5000);
  }
  expect(await Promise.all(ends)).toEqual(['TimeoutError', 'done', 'done']);
});
