import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { turns } from '../support/settled';
import { addList, type Client, recordsOf, type TestServer, testServer } from './testServer';

/** A request whose body comes after the session of its token has ended. */

/** More than the check of a token takes. */
const TURNS_OF_A_CHECK = 100;

const OLD = 'ania secret';
const NEW = 'a better secret';

/** Sends the head of a request and waits until the server has read it. The returned function sends the body. */
const begin = async ({ app }: TestServer, { jwt }: Client, method: string, path: string, body: unknown) => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${jwt}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  const read = once(app.server, 'request');
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 1)}`);
  await read;
  // The token is checked now, without the body.
  await turns(TURNS_OF_A_CHECK);
  return async (): Promise<number> => {
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.write(text.slice(1));
    await once(socket, 'close');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  };
};

const change = (currentPassword: string, password: string) => ({
  currentPassword,
  password,
  passwordConfirmation: password,
});

test.each([
  ['POST', '/api/auth/change-password', change(OLD, 'the secret of a thief')],
  ['POST', '/api/auth/logout-others', {}],
  ['DELETE', '/api/users/me', { password: OLD }],
])(
  'given a stranger who knows the old password, when %s %s ends after the owner has changed it, then it is refused',
  async (method, path, body) => {
    const server = await testServer();
    const ania = await server.signUp('ania');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const signIn = (password: string) => server.call('POST', '/api/auth/local', { identifier: 'ania', password });
    const stolen = { ...ania, jwt: ((await signIn(OLD)).body as { jwt: string }).jwt };
    const end = await begin(server, stolen, method, path, body);
    const changed = await ania.call('POST', '/api/auth/change-password', change(OLD, NEW));
    expect(changed.status).toBe(200);
    const authorization = `Bearer ${(changed.body as { jwt: string }).jwt}`;
    expect(await end()).toBe(401);
    expect((await signIn(NEW)).status).toBe(200);
    expect((await server.call('GET', '/api/users/me', undefined, { authorization })).status).toBe(200);
  },
);

test.each([
  ['POST', '/api/lists', { data: { uuid: 'list-2', name: 'of a stranger' } }, 2000],
  ['PATCH', '/api/lists/patch', { data: [{ uuid: 'list-1', name: 'of a stranger' }] }, 2000],
  ['PUT', '/api/users/me', { name: 'A stranger' }, 2000],
  // The clock is set back meanwhile.
  ['POST', '/api/lists', { data: { uuid: 'list-2', name: 'of a stranger' } }, -3_600_000],
])(
  'given a stranger with a stolen token, when the body of %s %s comes seconds after the owner has ended that session, then it is refused',
  async (method, path, body, passedMs) => {
    const server = await testServer();
    const ania = await server.signUp('ania');
    await addList(ania, 'list-1');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const signIn = await server.call('POST', '/api/auth/local', { identifier: 'ania', password: OLD });
    const stolen = { ...ania, jwt: (signIn.body as { jwt: string }).jwt };
    const end = await begin(server, stolen, method, path, body);
    expect((await ania.call('POST', '/api/auth/logout-others', {})).status).toBe(200);
    server.clock.now += passedMs;
    expect(await end()).toBe(401);
    expect(recordsOf(await ania.call('GET', '/api/lists')).map(({ name }) => name)).toEqual(['Weekend']);
  },
);
