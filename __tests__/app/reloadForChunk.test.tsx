import { expect, jest, test } from '@jest/globals';
import * as basePath from '../../src/contract/basePath';
import { ChunkLoadError } from '../../src/device/fetchChunk';

jest.unstable_mockModule('../../src/contract/basePath', () => ({ ...basePath, BASE_PATH: '/listy/' }));
const { reloadForChunk } = await import('../../src/app/reloadForChunk');

test('given an app below a path, when a chunk no longer loads, then the server is asked for the app, not for the root of the origin', async () => {
  const reload = jest.fn();
  const fetch = async (path: string) => new Response(null, { status: path === '/listy/' ? 200 : 404 });
  const page = { fetch, location: { reload }, navigator: {}, performance, sessionStorage } as unknown as Window;
  await reloadForChunk(page, new ChunkLoadError('gone'), async () => true);
  expect(reload).toHaveBeenCalledTimes(1);
});
