import { afterEach, expect, jest, test } from '@jest/globals';
import { ChunkLoadError, fetchChunk } from '../../src/device/fetchChunk';
import { pass, stopTime } from '../support/stillTime';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** What `import()` says of a packet that was lost, or of a chunk that a deployment took away. */
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a part that is lost on its way once comes at the second try', async () => {
  const answers = [lost, async () => 'part'];
  expect(await fetchChunk(async () => answers.shift()?.())).toBe('part');
});

test('a part that does not come then either is a lost one, which a reload may heal', async () => {
  await expect(fetchChunk(lost)).rejects.toBeInstanceOf(ChunkLoadError);
});

test('given no network, then a part is awaited until there is one again', async () => {
  stopTime();
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = jest.fn(async () => 'part').mockImplementationOnce(lost);
  const part = fetchChunk(load);
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(await part).toBe('part');
});
