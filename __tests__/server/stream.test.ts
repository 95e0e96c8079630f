import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { openPostgres } from '../../server/src/postgresDatabase';
import { purge } from '../../server/src/purge';
import { TOKEN_LIFE_S } from '../../server/src/tokens';
import { eventually } from '../support/eventually';
import { addItem, addList, type Client, type TestServer, testServer, type Wire } from './testServer';

const HEARTBEAT_MS = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

const start = async (heartbeatMs = 60_000, streamsPerUser = 32) => {
  const server = await testServer({ heartbeatMs, streamsPerUser });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return { server, client: await server.signUp('ania') };
};

const portOf = ({ app }: TestServer): number => {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const until = (isTrue: () => boolean): Promise<boolean> => eventually(isTrue, Boolean);

interface Open {
  readonly response: Response;
  readonly events: EventSourceMessage[];
  readonly comments: string[];
  readonly retries: number[];
  isEnded(): boolean;
  stop(): void;
}

/** Opens a stream as another browser session of the client, and collects what comes. */
const listen = async (server: TestServer, { jwt }: Client, headers: Record<string, string> = {}): Promise<Open> => {
  const controller = new AbortController();
  const response = await fetch(`http://127.0.0.1:${portOf(server)}/api/lists/all/sse`, {
    headers: { authorization: `Bearer ${jwt}`, 'x-session-id': 'other-tab', ...headers },
    signal: controller.signal,
  });
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  const retries: number[] = [];
  let hasEnded = false;
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onRetry: (retry) => retries.push(retry),
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  await until(() => retries.length > 0);
  return { response, events, comments, retries, isEnded: () => hasEnded, stop: () => controller.abort() };
};

const dataOf = (event: EventSourceMessage | undefined): Wire => JSON.parse(event?.data ?? '{}') as Wire;
const namesOf = ({ events }: Open): (string | undefined)[] => events.map(({ event }) => event);

describe('the event stream', () => {
  test('has headers against caching, buffering and compression, and a retry of one second', async () => {
    const { server, client } = await start();
    const stream = await listen(server, client, { 'accept-encoding': 'br, gzip' });
    expect(stream.response.status).toBe(200);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    expect(stream.retries).toEqual([1000]);
    stream.stop();
  });

  test('sends every write as a whole record, with growing ids, and removals with their time', async () => {
    const { server, client } = await start();
    const stream = await listen(server, client);
    const list = await addList(client, 'list-1', 'Weekend');
    const item = await addItem(client, 'item-1', 'list-1', 'Milk');
    await client.call('PUT', `/api/list-items/${item.documentId}`, { data: { done: true } });
    await client.call('PATCH', '/api/lists/patch', { data: [{ uuid: 'list-1', icon: 'pill' }] });
    await client.call('DELETE', `/api/lists/${list.documentId}`);
    await until(() => stream.events.length === 6);
    expect(namesOf(stream)).toEqual([
      'list::create',
      'list-item::create',
      'list-item::patch',
      'list::patch',
      'list-item::delete',
      'list::delete',
    ]);
    expect(dataOf(stream.events[0])).toEqual(list);
    expect(dataOf(stream.events[2])).toMatchObject({ uuid: 'item-1', list: 'list-1', description: 'Milk', done: true });
    expect(dataOf(stream.events[5])).toMatchObject({ uuid: 'list-1', deletedAt: expect.any(String) });
    const ids = stream.events.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(ids.map((id) => new Date(id).toISOString())).toEqual(stream.events.map((event) => dataOf(event).updatedAt));
    stream.stop();
  });

  test('does not echo to the session that writes, neither live nor later', async () => {
    const { server, client } = await start();
    const first = await addList(client, 'list-1');
    const own = await listen(server, client, { 'x-session-id': 'ania-tab' });
    const other = await listen(server, client);
    await addList(client, 'list-2');
    await client.call('POST', '/api/lists', { data: { uuid: 'list-3' } }, { 'x-session-id': 'third-tab' });
    await until(() => own.events.length === 1 && other.events.length === 2);
    expect(own.events.map((event) => dataOf(event).uuid)).toEqual(['list-3']);
    const from = { 'last-event-id': String(first.id) };
    const again = await listen(server, client, { 'x-session-id': 'ania-tab', ...from });
    await until(() => again.events.length === 1);
    expect(again.events.map((event) => dataOf(event).uuid)).toEqual(['list-3']);
    for (const stream of [own, other, again]) stream.stop();
  });

  test('continues after the last event that the client got, without gaps or repeats', async () => {
    const { server, client } = await start();
    const before = await listen(server, client);
    for (let at = 0; at < 5; at += 1) await addList(client, `list-${at}`);
    await until(() => before.events.length === 5);
    before.stop();
    for (let at = 5; at < 60; at += 1) await addList(client, `list-${at}`);
    const after = await listen(server, client, { 'last-event-id': before.events[2]?.id ?? '' });
    await addList(client, 'list-60');
    await until(() => after.events.length === 58);
    expect(after.events.map((event) => dataOf(event).uuid)).toEqual(
      Array.from({ length: 58 }, (_, at) => `list-${at + 3}`),
    );
    after.stop();
  });

  test('given no id, or an unknown one, then it starts at the present', async () => {
    const { server, client } = await start();
    await addList(client, 'old');
    for (const id of [null, 'nonsense', '-1', '9999999999999999', '17', '1e13']) {
      const stream = await listen(server, client, id === null ? {} : { 'last-event-id': id });
      await addList(client, `new-${id}`);
      await until(() => stream.events.length > 0);
      expect(stream.events.map((event) => dataOf(event).uuid)).toEqual([`new-${id}`]);
      stream.stop();
    }
  });

  test('given a log that was purged since, then it starts at the present', async () => {
    const { server, client } = await start();
    const first = await addList(client, 'list-1');
    await addList(client, 'list-2');
    server.clock.now += 8 * DAY_MS;
    await purge(server.database, server.clock.now);
    const stream = await listen(server, client, { 'last-event-id': String(first.id) });
    await addList(client, 'list-3');
    await until(() => stream.events.length > 0);
    expect(stream.events.map((event) => dataOf(event).uuid)).toEqual(['list-3']);
    stream.stop();
  });

  test('sends no events of other users', async () => {
    const { server, client } = await start();
    const stranger = await server.signUp('ola');
    const stream = await listen(server, stranger);
    await addList(client, 'hers');
    await addList(stranger, 'his');
    await until(() => stream.events.length > 0);
    expect(stream.events.map((event) => dataOf(event).uuid)).toEqual(['his']);
    stream.stop();
  });

  test('sends heartbeats', async () => {
    const { server, client } = await start(HEARTBEAT_MS);
    const stream = await listen(server, client);
    await until(() => stream.comments.length >= 3);
    expect(stream.events).toEqual([]);
    stream.stop();
  });

  test('ends when its token ran out', async () => {
    const { server, client } = await start(HEARTBEAT_MS);
    const stream = await listen(server, client);
    server.clock.now += TOKEN_LIFE_S * 1000;
    await until(stream.isEnded);
    expect(server.services.hub.size()).toBe(0);
  });

  test('ends when its user is removed or gets a new password', async () => {
    const { server, client } = await start(HEARTBEAT_MS);
    const other = await server.signUp('ola');
    const [hers, his] = [await listen(server, client), await listen(server, other)];
    await server.services.users.remove('ania@example.com');
    await server.services.users.setPassword(other.userId, 'a new secret');
    await until(() => hers.isEnded() && his.isEnded());
    expect(server.services.hub.size()).toBe(0);
  });

  test('ends when the server stops', async () => {
    const { server, client } = await start();
    const stream = await listen(server, client);
    await server.app.close();
    await until(stream.isEnded);
  });

  test('given a client that disconnects, then timer and subscription end', async () => {
    const { server, client } = await start();
    const streams = await Promise.all(
      ['phone', 'tablet', 'laptop'].map((session) => listen(server, client, { 'x-session-id': session })),
    );
    expect(server.services.hub.size()).toBe(3);
    for (const stream of streams) stream.stop();
    await until(() => server.services.hub.size() === 0);
  });

  test('given a client that asks twice on one connection and disconnects, then no stream is left', async () => {
    const { server, client } = await start();
    const socket = connect(portOf(server), '127.0.0.1');
    const asks = ['phone', 'tablet'].map((session) => [
      'GET /api/lists/all/sse HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${client.jwt}`,
      `X-Session-Id: ${session}`,
    ]);
    let asked = 0;
    server.app.server.on('request', () => {
      asked += 1;
    });
    socket.write(asks.map((lines) => `${lines.join('\r\n')}\r\n\r\n`).join(''));
    await until(() => asked === 2 && server.services.hub.size() > 0);
    socket.destroy();
    await until(() => server.services.hub.size() === 0);
  });

  test('given a client that does not read, then it is disconnected', async () => {
    const { server, client } = await start(200);
    const socket = connect(portOf(server), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    const lines = ['GET /api/lists/all/sse HTTP/1.1', 'Host: x', `Authorization: Bearer ${client.jwt}`, '', ''];
    socket.write(lines.join('\r\n'));
    await until(() => server.services.hub.size() === 1);
    const { documentId } = await addList(client, 'list-1');
    for (let at = 0; at < 40; at += 1) {
      await client.call('PUT', `/api/lists/${documentId}`, { data: { name: `${at}`.repeat(400_000) } });
    }
    await until(() => server.services.hub.size() === 0);
    socket.destroy();
  });

  test('given many waits for a slow client, then no listener is left', async () => {
    const { server, client } = await start();
    const opened = new Promise<ServerResponse>((resolve) =>
      server.app.server.once('request', (_request, response) => resolve(response)),
    );
    const stream = await listen(server, client);
    const response = await opened;
    const before = response.listenerCount('close');
    const { documentId } = await addList(client, 'list-1');
    for (let at = 1; at <= 20; at += 1) {
      await client.call('PUT', `/api/lists/${documentId}`, { data: { name: `${at} `.repeat(20_000) } });
      await until(() => stream.events.length > at);
    }
    expect(response.listenerCount('close')).toBe(before);
    stream.stop();
  });

  test('needs a token', async () => {
    const { server } = await start();
    expect((await server.call('GET', '/api/lists/all/sse')).status).toBe(403);
    const bad = { authorization: 'Bearer bad' };
    expect((await server.call('GET', '/api/lists/all/sse', undefined, bad)).status).toBe(401);
  });
});

describe('a user with as many streams as one may have', () => {
  const ask = (server: TestServer, { jwt }: Client, sessionId?: string) =>
    server.call('GET', '/api/lists/all/sse', undefined, {
      authorization: `Bearer ${jwt}`,
      ...(sessionId !== undefined && { 'x-session-id': sessionId }),
    });
  const fill = async (sessionIds: readonly string[]) => {
    const { server, client } = await start(60_000, sessionIds.length);
    const streams: Open[] = [];
    for (const sessionId of sessionIds) {
      const stream = await listen(server, client, { 'x-session-id': sessionId });
      streams.push(stream);
    }
    return { server, client, streams };
  };

  test('given one more, then it is answered 429 with a delay, and the open ones stay', async () => {
    const { server, client, streams } = await fill(['phone', 'laptop']);
    for (const sessionId of ['tablet', 'tablet', undefined]) {
      const { status, headers } = await ask(server, client, sessionId);
      expect([status, headers['retry-after']]).toEqual([429, '60']);
    }
    expect(server.services.hub.size()).toBe(2);
    await addList(client, 'list-1');
    await until(() => streams.every(({ events }) => events.length === 1));
    for (const stream of streams) stream.stop();
  });

  test('given one that closed, then a new one is accepted at once', async () => {
    const { server, client, streams } = await fill(['phone', 'laptop']);
    streams[0]?.stop();
    await until(() => server.services.hub.size() === 1);
    const stream = await listen(server, client, { 'x-session-id': 'tablet' });
    expect(stream.response.status).toBe(200);
    for (const one of [stream, ...streams]) one.stop();
  });

  test('given a session that reconnects, then its older stream is closed', async () => {
    const { server, client, streams } = await fill(['laptop', 'phone']);
    const again = await listen(server, client, { 'x-session-id': 'phone' });
    await until(() => streams[1]?.isEnded() === true);
    expect(streams.map((stream) => stream.isEnded())).toEqual([false, true]);
    expect(server.services.hub.size()).toBe(2);
    await addList(client, 'list-1');
    await until(() => again.events.length === 1 && streams[0]?.events.length === 1);
    for (const stream of [again, ...streams]) stream.stop();
  });

  test('never has more than that, however many come at once', async () => {
    const { server, client, streams } = await fill(['phone', 'tablet', 'laptop']);
    const controller = new AbortController();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const headers = {
          authorization: `Bearer ${client.jwt}`,
          'x-session-id': at % 2 === 0 ? 'phone' : `tablet ${at}`,
        };
        const url = `http://127.0.0.1:${portOf(server)}/api/lists/all/sse`;
        return (await fetch(url, { headers, signal: controller.signal })).status;
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 6 }, () => [200, 429]).flat());
    expect(server.services.hub.size()).toBe(3);
    expect(streams.map((stream) => stream.isEnded())).toEqual([true, false, false]);
    controller.abort();
    for (const stream of streams) stream.stop();
  });

  test('given a phone that lost its network many times, then it has one stream, and others still may open one', async () => {
    const { server, client } = await start(60_000, 2);
    const lost: Open[] = [];
    for (let time = 0; time < 5; time += 1) lost.push(await listen(server, client, { 'x-session-id': 'phone' }));
    expect(server.services.hub.size()).toBe(1);
    const laptop = await listen(server, client, { 'x-session-id': 'laptop' });
    expect(laptop.response.status).toBe(200);
    for (const stream of [laptop, ...lost]) stream.stop();
  });

  test('does not count for other users', async () => {
    const { server, streams } = await fill(['phone']);
    const stream = await listen(server, await server.signUp('ola'), { 'x-session-id': 'phone' });
    expect(stream.response.status).toBe(200);
    expect(streams[0]?.isEnded()).toBe(false);
    for (const one of [stream, ...streams]) one.stop();
  });
});

/** Only PostgreSQL is shared by processes; the environment names an empty test database where there is one. */
const SHARED = process.env.TEST_DATABASE_URL ? [process.env.TEST_DATABASE_URL] : [];

for (const location of SHARED) {
  test('an event written through one process arrives through another', async () => {
    const name = `shared${process.pid}x${Date.now()}`;
    const [writing, listening] = [await testServer({ location }), await testServer({ location, heartbeatMs: 60_000 })];
    await listening.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await writing.signUp(name);
    const stream = await listen(listening, client);
    await addList(client, 'far-away');
    await until(() => stream.events.length === 1);
    expect(dataOf(stream.events[0]).uuid).toBe('far-away');
    stream.stop();
  });

  test('given a write that concerns as many people as a hundred shared lists have, then another process hears of all', async () => {
    const { database } = await testServer({ location });
    const other = await openPostgres(location);
    const heard = new Set<number>();
    let isListening = false;
    other.onAnnounced((users) => {
      if (users === null) isListening = true;
      for (const user of users ?? []) heard.add(user);
    });
    await until(() => isListening);
    // Ids as they are after some millions of accounts.
    const people = Array.from({ length: 1901 }, (_, at) => 5_000_000 + at);
    database.announce(people);
    await until(() => heard.size === people.length).finally(() => other.close());
  });
}

/** A stream that is asked for while the database keeps everybody waiting, as PostgreSQL may for a moment or for minutes. */
const askBusy = async () => {
  const { server, client } = await start(HEARTBEAT_MS);
  let answer = (): void => undefined;
  const busy = server.database.db.transaction().execute(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const there = new Promise<Socket>((resolve) => server.app.server.once('request', ({ socket }) => resolve(socket)));
  const mine = connect(portOf(server), '127.0.0.1').resume();
  mine.write(
    `GET /api/lists/all/sse HTTP/1.1\r\nHost: listy\r\nAuthorization: Bearer ${client.jwt}\r\nX-Session-Id: tab\r\n\r\n`,
  );
  const theirs = await there;
  const goOn = async () => {
    answer();
    await busy;
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS * 3));
  };
  return { server, client, mine, theirs, goOn };
};

describe('a stream that is asked for while the database is busy', () => {
  test('given a client that disconnects meanwhile, then no stream is opened', async () => {
    const { server, client, mine, theirs, goOn } = await askBusy();
    mine.destroy();
    await until(() => theirs.destroyed);
    await goOn();
    expect(server.services.hub.size()).toBe(0);
    await addList(client, 'later');
    server.clock.now += (TOKEN_LIFE_S + 1) * 1000;
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_MS * 3));
    expect(server.services.hub.size()).toBe(0);
  });

  test('given a server that stops meanwhile, then no stream is opened and the server stops', async () => {
    const { server, mine, goOn } = await askBusy();
    const closed = server.app.close().then(() => 'stopped');
    await until(() => !server.app.server.listening);
    await goOn();
    expect(await closed).toBe('stopped');
    mine.destroy();
  });
});
