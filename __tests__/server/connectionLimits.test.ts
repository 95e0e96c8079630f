import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../server/src/connectionLimits';
import { addList, testServer } from './testServer';

/** A limit that is short here stands for the long one; the others are as in life. */
const listening = async (connections: Partial<ConnectionLimits> = {}) => {
  const server = await testServer({ connections: { ...CONNECTION_LIMITS, lookEveryMs: 20, ...connections } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return { ...server, port };
};

/** Says the text and nothing more; resolves to all that is answered until the server closes. */
const answerTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });

describe('bytes that are hardly a request', () => {
  test.each([
    ['headers', `GET /api/lists HTTP/1.1\r\nHost: x\r\nX-Session-Id: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['an address', `GET /api/lists?sort=${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s that are too long get 431, in Strapi’s shape', async (_what, text) => {
    const { port } = await listening();
    const answer = await answerTo(port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"status":431');
    expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  });

  test('the longest address of a client, a look-up of a hundred uuids, is accepted', async () => {
    const { signUp } = await testServer();
    const client = await signUp('ania');
    const uuids = Array.from({ length: 100 }, (_, at) => `filters[uuid][$in][${at}]=${'0'.repeat(36)}`).join('&');
    expect((await client.call('GET', `/api/list-items?${uuids}`)).status).toBe(200);
  });

  test('bytes that are not HTTP get 400', async () => {
    const { port } = await listening();
    expect(await answerTo(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"name":"BadRequestError"/);
  });
});

/** A proxy that cannot send the whole body answers 502, which the app tries again; it must read the 413. */
test('given a body that is too large, then the connection takes the rest of it, and the next request', async () => {
  const { port } = await listening();
  const length = 1_500_000;
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  socket.write(
    `POST /api/auth/local HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
  );
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /);
  const next = new Promise<string>((resolve, reject) => {
    socket.once('data', (chunk) => resolve(String(chunk)));
    socket.once('error', reject);
    socket.once('end', () => resolve('closed'));
  });
  socket.write(' '.repeat(length - 1));
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await next).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

describe('a slow client', () => {
  test('given headers that do not end, then it gets 408', async () => {
    const { port } = await listening({ headersWithinMs: 50 });
    const answer = await answerTo(port, 'GET /api/lists HTTP/1.1\r\nHost: x\r\nX-Session');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"status":408/);
  });

  test('given a body that does not end, then it gets 408', async () => {
    const { port, signUp } = await listening({ headersWithinMs: 50, requestWithinMs: 100 });
    const { jwt } = await signUp('ania');
    const headers = `Host: x\r\nAuthorization: Bearer ${jwt}\r\nContent-Type: application/json\r\nContent-Length: 500`;
    const answer = await answerTo(port, `POST /api/lists HTTP/1.1\r\n${headers}\r\n\r\n{"data":`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"status":408/);
  });

  test('given an answer that it does not read, then the connection is closed', async () => {
    const { app, port, signUp } = await listening({ silentMs: 50 });
    const client = await signUp('ania');
    // More than the two sockets hold between them.
    for (let at = 0; at < 12; at += 1) await addList(client, `list-${at}`, 'x'.repeat(900_000));
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const reader = connect(port, '127.0.0.1');
    const [atServer] = await accepted;
    reader.write(`GET /api/lists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.jwt}\r\n\r\n`);
    await once(atServer, 'close');
    expect(atServer.bytesWritten).toBeGreaterThan(0);
    reader.destroy();
  });

  test('given an event stream with heartbeats only, then it stays open', async () => {
    const server = await testServer({
      heartbeatMs: 50,
      connections: { headersWithinMs: 900, requestWithinMs: 900, silentMs: 900, lookEveryMs: 10 },
    });
    const { jwt } = await server.signUp('ania');
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/lists/all/sse`, { headers: { Authorization: `Bearer ${jwt}` } });
    const reader = answer.body?.getReader();
    let beats = 0;
    // Thirty of them take longer than each of the limits, and a busy machine is late by less than one.
    while (beats < 30) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      expect(done).toBe(false);
      beats +=
        Buffer.from(value ?? [])
          .toString()
          .split('\n:\n').length - 1;
      if (value?.[0] === 58) beats += 1;
    }
    await reader?.cancel();
  });
});
