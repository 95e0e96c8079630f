import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withIntegrity } from '../../tools/precacheIntegrity.ts';

const PAGE = '<!doctype html><script type="module" src="/assets/app-2.js"></script>';
const PAGE_BEFORE = '<!doctype html><script type="module" src="/assets/app-1.js"></script>';

let folder: string;
let server: Server;
let served: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'listy-precache-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  server = createServer((_request, response) => response.end(served));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Asks for the built page as the worker does while it is installed. */
const install = async (): Promise<string> => {
  const { manifest } = await withIntegrity(folder)([{ url: 'index.html', revision: '2', size: PAGE.length }]);
  const [entry] = manifest;
  if (!entry?.integrity) return 'whatever comes';
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/${entry.url}`, { integrity: entry.integrity });
  return answer.text();
};

test('only files as they were built are installed', async () => {
  served = PAGE;
  expect(await install()).toBe(PAGE);
});

test('a page of another build, or of a proxy, is not installed', async () => {
  served = PAGE_BEFORE;
  await expect(install()).rejects.toThrow();
});
