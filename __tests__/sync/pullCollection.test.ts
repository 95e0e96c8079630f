import { describe, expect, test } from '@jest/globals';
import { type SyncEvent, syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges } from '../../src/sync/model/syncState';
import type { HttpRequest } from '../../src/sync/wire/call';
import { ROWS_IN_A_TASK } from '../../src/sync/wire/nextTask';
import { aList, anItem, insertOf, listId, served, updateOf } from '../support/builders';
import { makeProvider } from '../support/modelProvider';
import {
  answerWith,
  dropRequest,
  type FakeHost,
  makeHost,
  refuseWith,
  roundOver,
  scriptedWire,
} from '../support/roundOver';

const MANY = 130;
const strapiWithMany = (many = MANY) => {
  const provider = makeProvider('strapi');
  for (let number = 1; number <= many; number += 1) {
    provider.put('lists', { uuid: listId(number), name: `list ${number}`, icon: 'cat' });
  }
  return provider;
};
const reads = (requests: readonly HttpRequest[], path: string) =>
  requests
    .filter((request) => request.method === 'GET' && request.path.startsWith(path))
    .map((request) => request.path);
const countLists = (device: FakeHost) => Object.keys(device.state().base.lists).length;
const cursor = (device: FakeHost) => device.state().base.cursors.lists;

describe('a pull', () => {
  test('reads page by page where the provider shows 25 rows unless asked', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(countLists(device)).toBe(MANY);
    const since = 'filters[updatedAt][$gte]=1970-01-01T00:00:00.000Z';
    expect(reads(provider.requests, '/lists')).toEqual([
      `/lists?${since}`,
      `/lists?${since}&pagination[page]=1&pagination[pageSize]=100&sort=id:asc`,
      `/lists?${since}&pagination[page]=2&pagination[pageSize]=100&sort=id:asc`,
    ]);
  });

  describe('of many rows, on a device that knows none', () => {
    const LONG = 2 * ROWS_IN_A_TASK + 10;
    const oursWithMany = () => {
      const provider = makeProvider('ours');
      for (let number = 1; number <= LONG; number += 1) {
        provider.put('lists', { uuid: listId(number), name: `list ${number}`, icon: 'cat' });
      }
      return provider;
    };
    const parts = (device: FakeHost) =>
      device.eventsOf('sync/deltaReceived').map(({ payload }) => payload.delta.put.length);

    test('integrates them in parts, so that no task is long', async () => {
      const device = makeHost();
      expect(await roundOver(device, scriptedWire(oursWithMany()))).toEqual({ kind: 'done' });
      const last = device.eventsOf('sync/pulled').find(({ payload }) => payload.delta.collection === 'lists');
      expect([...parts(device), last?.payload.delta.put.length]).toEqual([ROWS_IN_A_TASK, ROWS_IN_A_TASK, 10]);
      expect(countLists(device)).toBe(LONG);
      expect(cursor(device)).not.toBeNull();
    });

    test('ended half-way keeps what it has, moves no cursor, and the next one brings all', async () => {
      const provider = oursWithMany();
      const ending = new AbortController();
      const device = makeHost();
      const { apply } = device.host;
      const host = {
        ...device.host,
        apply: async (event: SyncEvent) => {
          await apply(event);
          if (event.type === 'sync/deltaReceived') ending.abort();
        },
      };
      const ended = await roundOver({ ...device, host }, scriptedWire(provider), { signal: ending.signal });
      expect(ended).toEqual({ kind: 'aborted' });
      expect(countLists(device)).toBe(ROWS_IN_A_TASK);
      expect(cursor(device)).toBeNull();
      expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
      expect(countLists(device)).toBe(LONG);
    });

    test('does not replace a row that the stream updated meanwhile', async () => {
      const provider = oursWithMany();
      const device = makeHost();
      const { apply } = device.host;
      const last = listId(LONG);
      const newer = { ...served(aList(LONG, { name: 'newer' }), 1), updatedAt: '2027-01-01T00:00:00.000Z' };
      const host = {
        ...device.host,
        apply: async (event: SyncEvent) => {
          await apply(event);
          if (event.type !== 'sync/deltaReceived' || parts(device).length > 1) return;
          await apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put: [newer], removed: [] } }));
        },
      };
      expect(await roundOver({ ...device, host }, scriptedWire(provider))).toEqual({ kind: 'done' });
      expect(device.state().base.lists[last]).toEqual(newer);
      expect(countLists(device)).toBe(LONG);
    });
  });

  test('cut after the first page moves no cursor and removes nothing', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const before = device.state().base;
    const pass = (request: HttpRequest) => provider.answer(request);
    const send = scriptedWire(provider, { GET: [pass, pass, dropRequest] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'pull' });
    expect(device.state().base.lists).toBe(before.lists);
    expect(device.state().base.cursors).toEqual(before.cursors);
  });

  test('looks missing rows up by uuid, a hundred at a time, before it removes them', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    for (let number = 1; number <= 5; number += 1) provider.erase('lists', listId(number));
    const hidden = listId(60);
    const send = async (request: HttpRequest) => {
      const answer = provider.answer(request);
      if (request.path.includes('[$in]') || !request.path.startsWith('/lists?')) return answer;
      const body = JSON.parse(answer.body);
      return {
        ...answer,
        body: JSON.stringify({ ...body, data: body.data.filter(({ uuid }: { uuid: string }) => uuid !== hidden) }),
      };
    };
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(device.state().base.lists[hidden]).toBeDefined();
    expect(countLists(device)).toBe(MANY - 5);
    expect(provider.requests.filter(({ path }) => path.includes('[$in][5]'))).toHaveLength(1);
    expect(provider.requests.filter(({ path }) => path.includes('[$in][100]'))).toEqual([]);
  });

  test('looks up all missing rows and removes them', async () => {
    const provider = strapiWithMany(250);
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    for (let number = 1; number <= 140; number += 1) provider.erase('lists', listId(number));
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(countLists(device)).toBe(110);
    expect(provider.requests.filter(({ path }) => path.includes('[$in]'))).toHaveLength(2);
  });

  test('removes a row that the look-up shows as removed', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const before = device.state().base.lists[listId(1)];
    provider.erase('lists', listId(1));
    const removed = { uuid: listId(1), id: 1, documentId: before?.documentId, deletedAt: before?.updatedAt };
    const data = [{ ...removed, createdAt: before?.updatedAt, updatedAt: before?.updatedAt }];
    const send = async (request: HttpRequest) =>
      request.path.includes('[$in]')
        ? { ...provider.answer(request), body: JSON.stringify({ data, meta: {} }) }
        : provider.answer(request);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(device.state().base.lists[listId(1)]).toBeUndefined();
    expect(countLists(device)).toBe(MANY - 1);
  });

  test('removes no missing row while its look-up has no answer', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const before = device.state().base;
    provider.erase('lists', listId(1));
    const unasked = (request: HttpRequest) =>
      request.path.includes('[$in]') ? Promise.reject(new Error('lost')) : Promise.resolve(provider.answer(request));
    expect(await roundOver(device, unasked)).toMatchObject({ kind: 'failed', stage: 'pull' });
    expect([device.state().base.lists, device.state().base.cursors]).toEqual([before.lists, before.cursors]);
  });

  test('keeps a row that an event brings during the look-up', async () => {
    const provider = strapiWithMany();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    provider.erase('lists', listId(1));
    const meanwhile = async (request: HttpRequest) => {
      const answer = provider.answer(request);
      if (request.path.includes('[$in]')) {
        const { documentId, updatedAt } = provider.put('lists', { uuid: listId(1), name: 'back', icon: 'cat' });
        const put = [{ row: aList(1, { name: 'back' }), remoteId: 1, documentId, updatedAt }];
        await device.host.apply(syncEvent('sync/deltaReceived', { delta: { collection: 'lists', put, removed: [] } }));
      }
      return answer;
    };
    expect(await roundOver(device, meanwhile)).toEqual({ kind: 'done' });
    expect(device.state().base.lists[listId(1)]?.row).toMatchObject({ name: 'back' });
  });

  test('removes no missing row while one record cannot be parsed', async () => {
    const provider = makeProvider('ours');
    provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const strange = answerWith(200, { data: [{ uuid: 7, updatedAt: 'yesterday' }] });
    expect(await roundOver(device, scriptedWire(provider, { GET: [strange] }))).toEqual({ kind: 'done' });
    expect(countLists(device)).toBe(1);
    await roundOver(device, scriptedWire(provider, { GET: [answerWith(200, [])] }));
    expect(countLists(device)).toBe(0);
  });

  test('keeps a row that changed during the pull', async () => {
    const provider = makeProvider('ours');
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const lateAnswer = async (request: HttpRequest) => {
      const answer = provider.answer(request);
      if (request.path.startsWith('/lists?')) {
        const row = provider.put('lists', { uuid: listId(1), name: 'new', icon: 'cat' });
        await device.host.apply({
          type: 'sync/deltaReceived',
          payload: {
            delta: {
              collection: 'lists',
              put: [{ row: aList(1), remoteId: 1, documentId: row.documentId, updatedAt: row.updatedAt }],
              removed: [],
            },
          },
        });
      }
      return answer;
    };
    expect(await roundOver(device, lateAnswer)).toEqual({ kind: 'done' });
    expect(countLists(device)).toBe(1);
  });

  test.each([
    ['the last round began 29 s ago', 100_000, 129_999, false],
    ['the last round began 30 s ago', 100_000, 130_000, true],
    ['the clock went back', 100_000, 99_999, true],
  ])('when %s, whole is %s → %s: %s', async (_, first, second, isWhole) => {
    const provider = makeProvider('ours');
    provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
    const device = makeHost();
    await roundOver(device, scriptedWire(provider), { force: false, now: () => first });
    const from = cursor(device);
    provider.requests.length = 0;
    await roundOver(device, scriptedWire(provider), { force: false, now: () => second });
    const since = isWhole ? '1970-01-01T00:00:00.000Z' : from;
    expect(reads(provider.requests, '/lists')).toEqual([`/lists?filters[updatedAt][$gte]=${since}`]);
  });

  test('the cursor is the server’s newest time, and never goes back', async () => {
    const provider = makeProvider('ours');
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    expect(cursor(device)).toBe('1970-01-01T00:00:00.000Z');
    const { updatedAt } = provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
    await roundOver(device, scriptedWire(provider), { now: () => 9e15 });
    expect(cursor(device)).toBe(updatedAt);
    await roundOver(device, scriptedWire(provider, { GET: [answerWith(200, [])] }));
    expect(cursor(device)).toBe(updatedAt);
  });

  test('the cursor takes in removals, so that they are not read again and again', async () => {
    const provider = makeProvider('ours');
    provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    const removed = provider.put('lists', { uuid: listId(1), deletedAt: '2026-01-01T00:00:00.000Z' });
    await roundOver(device, scriptedWire(provider), { force: false });
    expect(countLists(device)).toBe(0);
    expect(cursor(device)).toBe(removed.updatedAt);
  });

  test('given a refused pull, then no change is sent without a base', async () => {
    const device = makeHost();
    device.type(updateOf(aList(1), { name: 'x' }, 1));
    const provider = makeProvider('ours');
    const refused = answerWith(400, { error: { message: 'Invalid key' } });
    expect(await roundOver(device, scriptedWire(provider, { GET: [refused] }))).toMatchObject({
      kind: 'failed',
      stage: 'pull',
      reason: 'lists refused 400 Invalid key',
    });
    expect(cursor(device)).toBeNull();
    expect(provider.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(Object.keys(device.state().log.lists)).toHaveLength(1);
  });

  test('given lists that were never pulled, then no item is dropped for a missing list', async () => {
    const device = makeHost();
    const milk = anItem(1, listId(1));
    device.type(updateOf(milk, { quantity: '2' }, 1), insertOf(anItem(2, listId(1)), 2));
    const provider = makeProvider('strapi');
    provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
    provider.put('items', { uuid: milk.id, list: listId(1), description: 'milk', quantity: '', done: false });
    const refused = refuseWith(404, 'Not Found');
    expect(await roundOver(device, scriptedWire(provider, { GET: [refused] }))).toMatchObject({ kind: 'failed' });
    expect(allChanges(device.state().log)).toHaveLength(2);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(provider.alive('items').map(({ quantity }) => quantity)).toEqual(['2', '']);
  });
});
