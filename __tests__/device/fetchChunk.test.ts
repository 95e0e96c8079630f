import { expect, test } from '@jest/globals';
import { ChunkLoadError, fetchChunk } from '../../src/device/fetchChunk';

/** What `import()` says of a packet that was lost, or of a chunk that a deployment took away. */
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

test('a part that is lost on its way once comes at the second try', async () => {
  const answers = [lost, async () => 'part'];
  expect(await fetchChunk(async () => answers.shift()?.())).toBe('part');
});

test('a part that does not come then either is a lost one, which a reload may heal', async () => {
  await expect(fetchChunk(lost)).rejects.toBeInstanceOf(ChunkLoadError);
});
