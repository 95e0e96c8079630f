import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { SendRequest } from '../../src/sync/call';
import { addItem, addList, type Client, testServer } from '../server/testServer';
import { itemId, listId } from '../support/builders';
import { type FakeHost, makeHost, roundOver } from '../support/roundOver';

/** The operator restores yesterday's backup: what was written since is gone from the server, and from all devices. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sendTo =
  ({ call }: Client): SendRequest =>
  async ({ method, path, body, idempotencyKey }) => {
    const keys: Record<string, string> = idempotencyKey ? { 'idempotency-key': idempotencyKey } : {};
    const { status, text, headers } = await call(method, `/api${path}`, body, keys);
    return { status, body: text, header: (name) => (headers[name.toLowerCase()] as string | undefined) ?? null };
  };

const description = (device: FakeHost) => device.state().base.items[listId(1)]?.[itemId(1)]?.row;

test('after a restored backup an old device shows what the server has, as a new one does', async () => {
  const server = await testServer({ location: join(folder, 'live.sqlite') });
  const person = await server.signUp('person');
  await addList(person, listId(1));
  const { documentId } = await addItem(person, itemId(1), listId(1), 'milk');
  await sql`vacuum into ${join(folder, 'backup.sqlite')}`.execute(server.database.db);

  server.clock.now += 60_000;
  await person.call('PUT', `/api/list-items/${documentId}`, { data: { description: 'oat milk' } });
  const old = makeHost();
  await roundOver(old, sendTo(person));
  expect(description(old)).toMatchObject({ description: 'oat milk' });

  const restored = await testServer({ location: join(folder, 'backup.sqlite') });
  restored.clock.now = server.clock.now + 60_000;
  const again: Client = {
    ...person,
    call: (method, url, body, headers) =>
      restored.call(method, url, body, { authorization: `Bearer ${person.jwt}`, ...headers }),
  };
  const fresh = makeHost();
  await roundOver(fresh, sendTo(again));
  expect(description(fresh)).toMatchObject({ description: 'milk' });
  for (let round = 0; round < 3; round += 1) await roundOver(old, sendTo(again));
  expect(description(old)).toEqual(description(fresh));
});
