import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { purge } from '../../server/src/purge';
import { asItemId, changeId, idempotencyKey } from '../../src/contract/ids';
import { timedUuid } from '../support/builders';
import { type Answer, addItem, addList, type Client, recordOf, recordsOf, testServer, type Wire } from './testServer';

const keyOf = (device: string, row: string, counter: number) => ({
  'idempotency-key': idempotencyKey(device, asItemId(row), changeId(counter, 'tab')),
});
const DAY_MS = 24 * 60 * 60 * 1000;

const start = async () => {
  const server = await testServer();
  const client = await server.signUp('ania');
  await addList(client, 'list');
  const item = await addItem(client, 'item', 'list');
  const put = (description: string, headers: Record<string, string>) =>
    client.call('PUT', `/api/list-items/${item.documentId}`, { data: { description } }, headers);
  return { server, client, item, put };
};

const itemOf = async ({ call }: Client): Promise<Wire | undefined> =>
  recordsOf(await call('GET', '/api/list-items'))[0];

describe('a write with an idempotency key', () => {
  test('that comes twice is applied once, and the current row is answered', async () => {
    const { client, put } = await start();
    const first = recordOf(await put('Oat milk', keyOf('phone', 'item', 5)));
    await put('Tea', keyOf('tablet', 'item', 2));
    const again = await put('Oat milk', keyOf('phone', 'item', 5));
    expect(again.status).toBe(200);
    expect(recordOf(again)).toMatchObject({ description: 'Tea' });
    expect(recordOf(again).updatedAt > first.updatedAt).toBe(true);
    expect(await itemOf(client)).toEqual(recordOf(again));
  });

  test('that is older than one applied before changes nothing when it comes late', async () => {
    const { put } = await start();
    const newest = recordOf(await put('Newest', keyOf('phone', 'item', 40)));
    expect(recordOf(await put('Older', keyOf('phone', 'item', 36)))).toEqual(newest);
    expect(recordOf(await put('Newer', keyOf('phone', 'item', 41))).description).toBe('Newer');
  });

  test('of another device, or for another row, is a write of its own', async () => {
    const { client, put } = await start();
    await put('From the phone', keyOf('phone', 'item', 40));
    expect(recordOf(await put('From the tablet', keyOf('tablet', 'item', 3))).description).toBe('From the tablet');
    const other = await addItem(client, 'other', 'list');
    const path = `/api/list-items/${other.documentId}`;
    const answer = await client.call('PUT', path, { data: { done: true } }, keyOf('phone', 'other', 3));
    expect(recordOf(answer).done).toBe(true);
  });

  test('that belongs to another user’s device does not stand in the way', async () => {
    const { server, put } = await start();
    await put('Mine', keyOf('phone', 'item', 40));
    const other = await server.signUp('ola');
    await addList(other, 'list');
    const item = await addItem(other, 'item', 'list');
    const path = `/api/list-items/${item.documentId}`;
    const answer = await other.call('PUT', path, { data: { done: true } }, keyOf('phone', 'item', 3));
    expect(recordOf(answer).done).toBe(true);
  });

  test('is remembered for as long as the row lives, not for a week', async () => {
    const { server, put } = await start();
    await put('Newest', keyOf('phone', 'item', 40));
    await purge(server.database, server.clock.now + 300 * DAY_MS);
    expect(recordOf(await put('Very late', keyOf('phone', 'item', 39))).description).toBe('Newest');
  });

  test('creates once, also after the row was removed: the tombstone is answered', async () => {
    const { client } = await start();
    const create = () =>
      client.call('POST', '/api/list-items', { data: { uuid: 'new', list: 'list' } }, keyOf('phone', 'new', 7));
    const made = await create();
    expect(made.status).toBe(201);
    expect((await create()).status).toBe(200);
    await client.call('DELETE', `/api/list-items/${recordOf(made).documentId}`, undefined, keyOf('phone', 'new', 8));
    const late = await create();
    expect(late.status).toBe(200);
    expect(recordOf(late).deletedAt).not.toBeNull();
  });

  test('of an update that comes again after the row was removed answers the tombstone', async () => {
    const { client, item, put } = await start();
    await put('Oat milk', keyOf('phone', 'item', 5));
    await client.call('DELETE', `/api/list-items/${item.documentId}`, undefined, keyOf('phone', 'item', 6));
    const again = await put('Oat milk', keyOf('phone', 'item', 5));
    expect(again.status).toBe(200);
    expect(recordOf(again).deletedAt).not.toBeNull();
  });

  test('of the create counts too: what that device did before it and comes late changes nothing', async () => {
    const { client } = await start();
    const data = { uuid: 'new', list: 'list', description: 'Tea' };
    const made = recordOf(await client.call('POST', '/api/list-items', { data }, keyOf('phone', 'new', 7)));
    const path = `/api/list-items/${made.documentId}`;
    const late = await client.call('PUT', path, { data: { description: 'Te' } }, keyOf('phone', 'new', 6));
    expect([late.status, recordOf(late)]).toEqual([200, made]);
    expect((await client.call('DELETE', path, undefined, keyOf('phone', 'new', 5))).status).toBe(200);
    const next = await client.call('PUT', path, { data: { description: 'Teas' } }, keyOf('phone', 'new', 8));
    expect(recordOf(next).description).toBe('Teas');
  });

  test('of the removal counts too: an edit that device made before it, and that comes for the first time, meets the tombstone', async () => {
    const { client, item, put } = await start();
    await client.call('DELETE', `/api/list-items/${item.documentId}`, undefined, keyOf('phone', 'item', 6));
    const late = await put('Oat milk', keyOf('phone', 'item', 5));
    expect(late.status).toBe(200);
    expect(recordOf(late)).toMatchObject({ description: '', deletedAt: expect.any(String) });
  });

  test('of a removal that comes late removes nothing, and says so with the row', async () => {
    const { client, item, put } = await start();
    await put('Newest', keyOf('phone', 'item', 40));
    const path = `/api/list-items/${item.documentId}`;
    const late = await client.call('DELETE', path, undefined, keyOf('phone', 'item', 12));
    expect(late.status).toBe(200);
    expect(recordOf(late)).toMatchObject({ description: 'Newest', deletedAt: null });
    expect((await client.call('DELETE', path, undefined, keyOf('phone', 'item', 41))).status).toBe(204);
  });

  test('of a refused write is not used up', async () => {
    const { client, item } = await start();
    const path = `/api/list-items/${item.documentId}`;
    expect((await client.call('PUT', path, { data: { done: 7 } }, keyOf('phone', 'item', 5))).status).toBe(400);
    const better = await client.call('PUT', path, { data: { done: true } }, keyOf('phone', 'item', 5));
    expect(recordOf(better).done).toBe(true);
  });

  test('that found the row as it wanted it counts as applied: repeated, it does not go over what others wrote since', async () => {
    const { client, put } = await start();
    await put('Oat milk', keyOf('tablet', 'item', 2));
    await put('Oat milk', keyOf('phone', 'item', 5));
    await put('Tea', keyOf('tablet', 'item', 3));
    await put('Oat milk', keyOf('phone', 'item', 5));
    expect(await itemOf(client)).toMatchObject({ description: 'Tea' });
  });

  test('sent ten times at once is applied once', async () => {
    const { client, item, put } = await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => put('Once', keyOf('phone', 'item', 5))));
    const moments = new Set(answers.map((answer) => recordOf(answer).updatedAt));
    expect(moments.size).toBe(1);
    expect((await itemOf(client))?.updatedAt).not.toBe(item.updatedAt);
  });
});

describe('a write that is not applied', () => {
  const lateOf = ({ headers }: Answer) => headers['idempotency-late'] ?? null;

  test('because a newer one of its device was says so, and names that one', async () => {
    const { client, item, put } = await start();
    expect(lateOf(await put('Newest', keyOf('phone', 'item', 40)))).toBeNull();
    expect(lateOf(await put('Never here', keyOf('phone', 'item', 36)))).toBe(changeId(40, 'tab'));
    const path = `/api/list-items/${item.documentId}`;
    const removal = await client.call('DELETE', path, undefined, keyOf('phone', 'item', 37));
    expect(lateOf(removal)).toBe(changeId(40, 'tab'));
  });

  test('because it was applied before says no such thing, whatever came after it', async () => {
    const { client, put } = await start();
    for (const counter of [5, 6, 40]) await put(`Text ${counter}`, keyOf('phone', 'item', counter));
    for (const counter of [40, 6, 5]) expect(lateOf(await put('Again', keyOf('phone', 'item', counter)))).toBeNull();
    const made = { data: { uuid: 'new', list: 'list' } };
    const created = recordOf(await client.call('POST', '/api/list-items', made, keyOf('phone', 'new', 7)));
    const path = `/api/list-items/${created.documentId}`;
    await client.call('PUT', path, { data: { done: true } }, keyOf('phone', 'new', 9));
    expect(lateOf(await client.call('PUT', path, { data: { done: false } }, keyOf('phone', 'new', 7)))).toBeNull();
    expect(lateOf(await client.call('PUT', path, { data: { done: false } }, keyOf('phone', 'new', 8)))).not.toBeNull();
  });

  test('is not called late where nobody can tell any more', async () => {
    const { put } = await start();
    for (let counter = 10; counter < 150; counter += 1)
      await put(`Text ${counter}`, keyOf('phone', 'item', 2 * counter));
    expect(lateOf(await put('Seen', keyOf('phone', 'item', 296)))).toBeNull();
    expect(lateOf(await put('Never seen', keyOf('phone', 'item', 295)))).toBe(changeId(298, 'tab'));
    expect(lateOf(await put('Forgotten', keyOf('phone', 'item', 20)))).toBeNull();
    expect(lateOf(await put('Forgotten as well', keyOf('phone', 'item', 21)))).toBeNull();
  });

  test('is called late after thirty newer ones of a tab that is named as ours are', async () => {
    const { put } = await start();
    const key = (counter: number) => ({
      'idempotency-key': idempotencyKey('phone', asItemId('item'), changeId(counter, timedUuid(counter % 2))),
    });
    for (let counter = 10; counter <= 72; counter += 2) await put(`Text ${counter}`, key(counter));
    expect(lateOf(await put('Never seen', key(11)))).toBe(changeId(72, timedUuid(0)));
    expect(lateOf(await put('Seen', key(12)))).toBeNull();
  });

  test('is called late when it is a removal of a row that stands, whatever else is forgotten', async () => {
    const { server, client, item, put } = await start();
    await put('Newest', keyOf('phone', 'item', 40));
    await sql`update applied_changes set recent = '?'`.execute(server.database.db);
    const path = `/api/list-items/${item.documentId}`;
    const removal = await client.call('DELETE', path, undefined, keyOf('phone', 'item', 36));
    expect(lateOf(removal)).toBe(changeId(40, 'tab'));
  });

  test('is not called late by itself where an older process beside this one had noted it alone', async () => {
    const { server, put } = await start();
    await put('First', keyOf('phone', 'item', 30));
    await sql`update applied_changes set change_id = ${changeId(40, 'tab')}`.execute(server.database.db);
    expect(lateOf(await put('Again', keyOf('phone', 'item', 40)))).toBeNull();
  });

  test('is not called late where an older process beside this one had noted it, and this one a newer one since', async () => {
    const { server, put } = await start();
    await put('First', keyOf('phone', 'item', 30));
    await put('Second', keyOf('phone', 'item', 40));
    // As the older process writes it.
    await sql`update applied_changes set recent = ${changeId(30, 'tab')}`.execute(server.database.db);
    await put('Third', keyOf('phone', 'item', 50));
    expect(lateOf(await put('Second', keyOf('phone', 'item', 40)))).toBeNull();
    expect(lateOf(await put('Perhaps noted before it', keyOf('phone', 'item', 35)))).toBeNull();
    expect(lateOf(await put('Certainly not', keyOf('phone', 'item', 45)))).toBe(changeId(50, 'tab'));
  });

  test('is not called late where an older release had applied something unknown', async () => {
    const { server, put } = await start();
    await put('Newest', keyOf('phone', 'item', 40));
    await sql`update applied_changes set recent = '?'`.execute(server.database.db);
    expect(lateOf(await put('Perhaps', keyOf('phone', 'item', 36)))).toBeNull();
    await put('Next', keyOf('phone', 'item', 50));
    expect(lateOf(await put('Perhaps as well', keyOf('phone', 'item', 45)))).toBeNull();
    await put('And next', keyOf('phone', 'item', 60));
    expect(lateOf(await put('Certainly not', keyOf('phone', 'item', 55)))).toBe(changeId(60, 'tab'));
  });
});

describe('a key of another shape', () => {
  test('is good for a week, and for one row', async () => {
    const { server, client, put } = await start();
    const key = { 'idempotency-key': 'a-key-of-some-other-client' };
    await put('First', key);
    expect(recordOf(await put('Second', key)).description).toBe('First');
    const other = await addItem(client, 'other', 'list');
    const path = `/api/list-items/${other.documentId}`;
    expect(recordOf(await client.call('PUT', path, { data: { done: true } }, key)).done).toBe(true);
    await purge(server.database, server.clock.now + 8 * DAY_MS);
    expect(recordOf(await put('A week later', key)).description).toBe('A week later');
  });

  test('too long to be kept is no key', async () => {
    const { put } = await start();
    const key = { 'idempotency-key': 'x'.repeat(300) };
    await put('First', key);
    expect(recordOf(await put('Second', key)).description).toBe('Second');
  });
});

describe('the entries of a batch', () => {
  test('have each their key, and late ones are answered with the current row', async () => {
    const { client, put } = await start();
    await put('Newest', keyOf('phone', 'item', 40));
    const entry = (counter: number, description: string) => ({
      uuid: 'item',
      description,
      idempotencyKey: keyOf('phone', 'item', counter)['idempotency-key'],
    });
    const answer = await client.call('PATCH', '/api/list-items/patch', {
      data: [entry(12, 'Late'), entry(41, 'Next')],
    });
    expect(recordsOf(answer).map(({ description }) => description)).toEqual(['Newest', 'Next']);
    expect(answer.body).toMatchObject({ meta: { late: [{ uuid: 'item', newest: changeId(40, 'tab') }] } });
  });

  test('may not carry a key of another shape', async () => {
    const { client } = await start();
    const data = [{ uuid: 'item', description: 'x', idempotencyKey: 'other' }];
    const answer = await client.call('PATCH', '/api/list-items/patch', { data });
    expect(answer.body).toMatchObject({ data: [], meta: { rejected: [{ uuid: 'item', status: 400 }] } });
  });
});
