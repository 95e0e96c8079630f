/** The load of `server.mjs` and `requests.mjs`: one request after the other on each user's connection, for some seconds. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

const REQUESTS = {
  getLists: () => ({ method: 'GET', path: '/api/lists?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z' }),
  postItem: ({ at }) => ({
    method: 'POST',
    path: '/api/list-items',
    body: { data: { uuid: randomUUID(), list: `${at}-list-0`, description: 'Bread', quantity: '2', done: false } },
  }),
  putItem: ({ documentId }, count) => ({
    method: 'PUT',
    path: `/api/list-items/${documentId}`,
    body: { data: { description: `Milk ${count}`, done: count % 2 === 0 } },
  }),
  getItems: () => ({ method: 'GET', path: '/api/list-items?filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z' }),
  getPage: () => ({ method: 'GET', path: '/api/list-items?sort=id:asc&pagination[page]=1&pagination[pageSize]=100' }),
  /** Two hundred edits, as a device sends that was offline for long. */
  patchItems: ({ uuids }, count) => ({
    method: 'PATCH',
    path: '/api/list-items/patch',
    body: { data: uuids.map((uuid) => ({ uuid, description: `Milk ${count}`, done: count % 2 === 0 })) },
  }),
};
REQUESTS.getUnchanged = ({ tag }) => ({ ...REQUESTS.getItems(), tag });

const send = (agent, port, jwt, { method, path, body, tag }) =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${jwt}`,
      'X-Session-Id': 'bench',
      ...(tag && { 'If-None-Match': tag }),
      ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    };
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    });
    call.once('error', reject);
    call.end(text);
  });

const run = async ({ kind, port, users, seconds }) => {
  const latencies = [];
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  await Promise.all(
    users.map(async (user) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let count = 0; performance.now() < end; count += 1) {
        const sent = performance.now();
        const status = await send(agent, user.port ?? port, user.jwt, REQUESTS[kind](user, count));
        if (status >= 300 && status !== 304) throw new Error(`${kind} answered ${status}`);
        latencies.push(performance.now() - sent);
      }
      agent.destroy();
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const quantile = (share) => Number(latencies[Math.floor(share * (latencies.length - 1))].toFixed(2));
  return { perSecond: Math.round(latencies.length / elapsed), p50: quantile(0.5), p99: quantile(0.99) };
};

process.once('message', async (order) => process.send(await run(order)));
