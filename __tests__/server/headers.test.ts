import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testServer } from './testServer';

/** What each answer says, whatever it answers. */
const GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

test.each([
  [200, 'GET', '/api/lists', 'application/json; charset=utf-8'],
  [200, 'GET', '/api/capabilities', 'application/json; charset=utf-8'],
  [400, 'POST', '/api/lists', 'application/json; charset=utf-8'],
  [401, 'GET', '/api/lists', 'application/json; charset=utf-8'],
  [404, 'GET', '/nowhere', 'application/json; charset=utf-8'],
])('an answer %i to %s %s names its type and guards itself', async (status, method, url, type) => {
  const { signUp, call } = await testServer();
  const { jwt } = await signUp('ania');
  const authorization = `Bearer ${status === 401 ? 'stolen' : jwt}`;
  const answer = await call(method, url, method === 'POST' ? {} : undefined, { authorization });
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ ...GUARDS, 'content-type': type });
  const policy = String(answer.headers['content-security-policy']).split(';');
  for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(rule);
  }
});

test.each([
  ['1a2b3c', '1a2b3c'],
  ['', undefined],
  ['a, b', undefined],
  ['x'.repeat(65), undefined],
])('a request named "%s" is answered with the name %s', async (name, answered) => {
  const { signUp, call } = await testServer();
  const { jwt } = await signUp('ania');
  const { headers } = await call('GET', '/api/lists', undefined, {
    authorization: `Bearer ${jwt}`,
    'x-listy-request': name,
  });
  expect(headers['x-listy-request']).toBe(answered);
});

test('a file of the app says its type and charset, and guards itself as an answer of the API does', async () => {
  const staticDir = mkdtempSync(join(tmpdir(), 'listy-headers-'));
  mkdirSync(join(staticDir, 'assets'));
  const types = {
    'index.html': 'text/html; charset=utf-8',
    'sw.js': 'application/javascript; charset=utf-8',
    'manifest.webmanifest': 'application/manifest+json',
    'assets/app-1a2b3c.css': 'text/css; charset=utf-8',
  };
  for (const name of Object.keys(types)) writeFileSync(join(staticDir, name), '{}');
  const { call } = await testServer({ staticDir });
  for (const [name, type] of Object.entries(types)) {
    const { status, headers } = await call('GET', `/${name}`);
    expect([name, status, headers['content-type']]).toEqual([name, 200, type]);
    expect(headers).toMatchObject(GUARDS);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  }
  rmSync(staticDir, { recursive: true });
});

test('what the build notes for itself is not served', async () => {
  const staticDir = mkdtempSync(join(tmpdir(), 'listy-headers-'));
  mkdirSync(join(staticDir, '.vite'));
  for (const name of ['index.html', '.vite/manifest.json']) writeFileSync(join(staticDir, name), '{}');
  const { call } = await testServer({ staticDir });
  expect((await call('GET', '/index.html')).status).toBe(200);
  expect((await call('GET', '/.vite/manifest.json')).status).toBe(404);
  rmSync(staticDir, { recursive: true });
});

test.each(['/api/lists/%', '/api/lists/%E0%A4%A'])(
  'the refusal of the broken address %s is not read as something else',
  async (url) => {
    const { call } = await testServer();
    const { status, headers } = await call('GET', url);
    expect([status, headers['x-content-type-options']]).toEqual([400, 'nosniff']);
  },
);

test('an answer of the API is not cached, except rows, which the browser revalidates each time', async () => {
  const { signUp } = await testServer();
  const ania = await signUp('ania');
  expect((await ania.call('GET', '/api/users/me')).headers['cache-control']).toBe('no-store');
  expect((await ania.call('GET', '/api/lists')).headers['cache-control']).toBe('private, no-cache');
});

test('given a fault of the server, then the answer holds no detail', async () => {
  const { services, call } = await testServer();
  Object.assign(services.invitations, {
    preview: () => {
      throw new Error('select * from invites: /srv/secret');
    },
  });
  const { status, text } = await call('POST', '/api/invites/preview', { code: 'x' });
  expect(status).toBe(500);
  expect(text).toBe(
    '{"data":null,"error":{"status":500,"name":"InternalServerError","message":"Internal Server Error","details":{}}}',
  );
});

const answerTo = async (text: string, staticDir?: string): Promise<string> => {
  const { app } = await testServer(staticDir === undefined ? {} : { staticDir });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  await once(socket, 'end');
  return received;
};

test('a request with two lengths is refused (request smuggling)', async () => {
  const head = 'POST /api/auth/local HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const answer = await answerTo(
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('TRACE is not answered with what was sent', async () => {
  const answer = await answerTo(
    'TRACE /api/lists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer my-token\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 40[045] /);
  expect(answer).not.toContain('my-token');
});

test.each([
  ['leads out of its folder', '/api/../api/lists'],
  ['is too long', `/api/lists/${'a'.repeat(5000)}`],
])('beside the built app a path that %s is 404, for 403 would sign a client of the API out', async (_name, path) => {
  const staticDir = mkdtempSync(join(tmpdir(), 'listy-headers-'));
  writeFileSync(join(staticDir, 'index.html'), '');
  const answer = await answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, staticDir);
  rmSync(staticDir, { recursive: true });
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});
