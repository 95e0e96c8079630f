import { describe, expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import type { HttpRequest } from '../../src/sync/wire/call';
import { anItem, itemId, listId, removeOf, updateOf } from '../support/builders';
import { type Manner, makeProvider } from '../support/modelProvider';
import { answerWith, type Fault, makeHost, refuseWith, roundOver, scriptedWire } from '../support/roundOver';

const items = Array.from({ length: 4 }, (_, index) => anItem(index, listId(1)));

const scene = async (manner: Manner = 'ours') => {
  const provider = makeProvider(manner);
  provider.put('lists', { uuid: listId(1), name: 'one', icon: 'cat' });
  for (const { id } of items)
    provider.put('items', { uuid: id, list: listId(1), description: 'x', quantity: '', done: false });
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  provider.requests.length = 0;
  const round = (script: Parameters<typeof scriptedWire>[1] = {}) =>
    roundOver(device, scriptedWire(provider, script), { isDiffMode: true });
  return { provider, device, round };
};
const tickAll = items.map((item, index) => updateOf(item, { done: true }, index + 1));
const patches = (requests: readonly HttpRequest[]) => requests.filter(({ method }) => method === 'PATCH');
const writes = (requests: readonly HttpRequest[]) =>
  requests.map(({ method }) => method).filter((method) => method !== 'GET');

describe('diff mode', () => {
  test('sends all updates in one PATCH, each with its own key, and removals by themselves', async () => {
    const { provider, device, round } = await scene();
    device.type(...tickAll.slice(1), removeOf(items[0] ?? anItem(0, listId(1)), 9));
    expect(await round()).toEqual({ kind: 'done' });
    expect(writes(provider.requests).sort()).toEqual(['DELETE', 'PATCH']);
    const [patch] = patches(provider.requests);
    expect(patch?.path).toBe('/list-items/patch');
    expect(patch?.body).toEqual({
      data: items.slice(1).map(({ id }, index) => ({
        documentId: `doc${index + 3}`,
        uuid: id,
        done: true,
        idempotencyKey: `000000000${index + 2}-a.1`,
      })),
    });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('sends no keys to a provider that does not announce them', async () => {
    const { provider, device } = await scene();
    device.type(...tickAll);
    expect(await roundOver(device, scriptedWire(provider), { isDiffMode: true, takesKeys: false })).toEqual({
      kind: 'done',
    });
    expect(patches(provider.requests)).toHaveLength(1);
    expect(JSON.stringify(patches(provider.requests)[0]?.body)).not.toContain('idempotencyKey');
  });

  test.each([true, false])('sends nothing while the disk is silent, diff mode: %p', async (isDiffMode) => {
    const { provider, device } = await scene();
    device.type(...tickAll);
    const end = await roundOver(device, scriptedWire(provider), { isDiffMode, isDiskSilent: () => true });
    expect(end).toMatchObject({ kind: 'failed', reason: 'the disk does not answer' });
    expect(writes(provider.requests)).toEqual([]);
    expect(allChanges(device.state().log)).toHaveLength(tickAll.length);
  });

  test('cuts long changes into bodies under 500 kB', async () => {
    const { provider, device, round } = await scene();
    const long = 'ż'.repeat(120_000);
    device.type(...items.map((item, index) => updateOf(item, { description: long }, index + 1)));
    expect(await round()).toEqual({ kind: 'done' });
    const sizes = patches(provider.requests).map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length);
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(500_000);
  });

  test('settles, refuses and drops row by row', async () => {
    const { provider, device, round } = await scene();
    device.type(...tickAll, updateOf(items[0] ?? anItem(0, listId(1)), { quantity: '2' }, 9));
    const mixed: Fault = (request, pass) => {
      provider.bury('items', itemId(0));
      const answer = JSON.parse(pass().body);
      const rejected = [...answer.meta.rejected, { uuid: itemId(1), status: 400, message: 'no' }];
      const data = answer.data.filter(({ uuid }: { uuid: string }) => uuid !== itemId(1));
      return { status: 200, body: JSON.stringify({ data, meta: { rejected } }), header: () => null, request };
    };
    expect(await round({ PATCH: [mixed] })).toEqual({ kind: 'done' });
    const refused = device.eventsOf('sync/rowRefused').map(({ payload }) => [payload.rowId, payload.message]);
    expect(refused).toEqual([
      [itemId(0), 'the row was removed'],
      [itemId(1), 'no'],
    ]);
    expect(Object.keys(device.state().base.items[listId(1)] ?? {})).not.toContain(itemId(0));
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test.each<[string, Fault]>([
    ['refused', refuseWith(400, 'data must be an object')],
    ['answered 404', refuseWith(404, 'Not Found')],
    ['too large', refuseWith(413, 'request entity too large')],
    ['answered 405 without JSON', answerWith(405, 'Method Not Allowed')],
    ['answered 501 without JSON', answerWith(501, 'Not Implemented')],
  ])('sends row by row what was %s as a whole', async (_, fault) => {
    const { provider, device, round } = await scene('strapi');
    device.type(...tickAll);
    expect(await round({ PATCH: [fault] })).toEqual({ kind: 'done' });
    expect(writes(provider.requests)).toEqual(['PUT', 'PUT', 'PUT', 'PUT']);
    expect(provider.alive('items').every(({ done }) => done)).toBe(true);
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test.each([408, 425, 429, 500, 503])('an entry that meets a %i stays, and is sent again', async (status) => {
    const { device, round } = await scene();
    device.type(...tickAll);
    const busy: Fault = (_, pass) => {
      const { data } = JSON.parse(pass().body);
      const rejected = [{ uuid: itemId(0), status, message: 'later' }];
      return { status: 200, body: JSON.stringify({ data: data.slice(1), meta: { rejected } }), header: () => null };
    };
    expect(await round({ PATCH: [busy] })).toMatchObject({ kind: 'failed', stage: 'push' });
    expect(device.eventsOf('sync/rowRefused')).toEqual([]);
    expect(allChanges(device.state().log)).toHaveLength(1);
    expect(await round()).toEqual({ kind: 'done' });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('a row the answer does not mention stays, and is sent again', async () => {
    const { device, round } = await scene();
    device.type(...tickAll);
    const silent: Fault = (_, pass) => {
      const { data } = JSON.parse(pass().body);
      return { status: 200, body: JSON.stringify({ data: data.slice(1) }), header: () => null };
    };
    expect(await round({ PATCH: [silent] })).toMatchObject({ kind: 'failed', stage: 'push' });
    expect(allChanges(device.state().log)).toHaveLength(1);
    expect(await round()).toEqual({ kind: 'done' });
    expect(allChanges(device.state().log)).toEqual([]);
  });
});
