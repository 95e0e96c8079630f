import { describe, expect, test } from '@jest/globals';
import { recoveryOffers } from '../../src/sync/model/orphans';
import type { SyncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type SyncState } from '../../src/sync/model/syncState';
import { countUnsent, WITH_LIST } from '../../src/sync/model/unsent';
import type { HttpRequest } from '../../src/sync/wire/call';
import { anItem, insertOf, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, providerRow, withList, withMilk } from '../support/milkList';
import { type Manner, makeProvider, type Provider } from '../support/modelProvider';
import {
  answerWith,
  dropAnswer,
  dropRequest,
  type Fault,
  makeHost,
  refuseWith,
  roundOver,
  scriptedWire,
} from '../support/roundOver';

const writes = ({ requests }: Provider): string[] =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const fieldsOf = (provider: Provider) => {
  const row = provider.row('items', milk.id);
  return row && [row.description, row.quantity, row.done];
};
const unsent = (state: SyncState) => allChanges(state.log).length;

describe('a round', () => {
  test('sends a list before its items, and leaves an empty log', async () => {
    const provider = makeProvider('ours');
    const device = makeHost();
    device.type(insertOf(list, 1), insertOf(milk, 2));
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(writes(provider)).toEqual(['POST /lists', 'POST /list-items']);
    expect(unsent(device.state())).toBe(0);
    expect(device.state().log.inFlight).toEqual({});
    expect(device.state().base.items[listId(1)]?.[milk.id]?.documentId).toBe('doc2');
  });

  test.each<[string, Fault]>([
    ['is lost', dropRequest],
    ['is answered into the void', dropAnswer],
    ['gets a captive portal’s page', answerWith(200, '<html>Wi-Fi</html>')],
    ['gets half an answer', answerWith(201, '{"data":{"id":1,"uu')],
    ['gets a 500', refuseWith(500)],
    ['gets a proxy’s 404 in HTML', answerWith(404, '<html>nginx</html>')],
    ['is told to come later', answerWith(429, { error: { message: 'slow' } }, { 'Retry-After': '7' })],
  ])('keeps a create that %s, and makes one row of it in the end', async (_, fault) => {
    for (const manner of ['ours', 'strapi'] as const) {
      const provider = withList(manner);
      const device = makeHost();
      device.type(insertOf(milk, 1));
      const send = scriptedWire(provider, { POST: [fault] });
      expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push' });
      expect(unsent(device.state())).toBe(1);
      expect(device.state().log.inFlight[milk.id]?.kind).toBe('create');
      expect(await roundOver(device, send)).toEqual({ kind: 'done' });
      expect(provider.alive('items')).toHaveLength(1);
      expect(unsent(device.state())).toBe(0);
    }
  });

  test('reports the delay of a Retry-After', async () => {
    const send = scriptedWire(makeProvider('ours'), { GET: [answerWith(503, 'busy', { 'Retry-After': '30' })] });
    const end = await roundOver(makeHost(), send);
    expect(end).toEqual({ kind: 'failed', stage: 'pull', reason: 'status 503', afterMs: 30_000 });
  });

  test('reports the delay of a Retry-After also after a 500 for another row', async () => {
    const device = makeHost();
    const provider = withMilk();
    const send = scriptedWire(provider, {
      PUT: [refuseWith(500), answerWith(429, { error: { message: 'slow' } }, { 'Retry-After': '600' })],
    });
    await roundOver(device, scriptedWire(provider));
    device.type(updateOf(list, { name: 'Inne' }, 1), updateOf(milk, { quantity: '2' }, 2));
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push', afterMs: 600_000 });
  });

  test('repeats an update under the same key; newer text follows under its own key', async () => {
    const provider = withMilk();
    const device = makeHost();
    const keys: (string | undefined)[] = [];
    const note: Fault = (request, pass) => {
      keys.push(request.idempotencyKey);
      return keys.length < 3 ? dropAnswer(request, pass) : pass();
    };
    const send = scriptedWire(provider, { PUT: [note, note, note, note] });
    await roundOver(device, send);
    device.type(updateOf(milk, { quantity: '1' }, 1));
    for (let again = 0; again < 2; again += 1) await roundOver(device, send);
    device.type(updateOf(milk, { quantity: '2' }, 2));
    await roundOver(device, send);
    expect(keys).toEqual(['0000000001-a.1', '0000000001-a.1', '0000000001-a.1', '0000000002-a.1']);
    expect(fieldsOf(provider)).toEqual(['milk', '2', false]);
  });

  test('an update whose answer was lost does not overwrite what another device wrote since', async () => {
    const provider = withMilk();
    const device = makeHost();
    const send = scriptedWire(provider, { PUT: [dropAnswer] });
    await roundOver(device, send);
    device.type(updateOf(milk, { quantity: '1' }, 1));
    await roundOver(device, send);
    provider.put('items', { uuid: milk.id, quantity: '5' });
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(fieldsOf(provider)).toEqual(['milk', '5', false]);
    expect(device.state().base.items[listId(1)]?.[milk.id]?.row).toMatchObject({ quantity: '5' });
  });

  test('a value that was typed back is sent after the unanswered first write', async () => {
    const provider = withMilk();
    const device = makeHost();
    const send = scriptedWire(provider, { PUT: [dropRequest] });
    await roundOver(device, send);
    device.type(updateOf(milk, { quantity: '1' }, 1));
    await roundOver(device, send);
    device.type(updateOf(milk, { quantity: '' }, 2));
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { data: { quantity: '1' } },
      { data: { quantity: '' } },
    ]);
  });

  test('a row made and removed while its POST is unanswered: the POST goes again, then the DELETE', async () => {
    for (const fault of [dropRequest, dropAnswer]) {
      for (const manner of ['ours', 'strapi'] as const) {
        const provider = withList(manner);
        const device = makeHost();
        device.type(insertOf(milk, 1));
        // The second pull is cut as well, so that the device cannot see whether its row arrived.
        const blind: Fault = () => ({ status: 200, body: '{"data":[]}', header: () => null });
        const send = scriptedWire(provider, { POST: [fault] });
        await roundOver(device, send);
        device.type(removeOf(milk, 2));
        const passing = async (request: HttpRequest) =>
          request.method === 'GET' && request.path.startsWith('/list-items?filters[updatedAt]')
            ? blind(request, () => provider.answer(request))
            : send(request);
        expect(await roundOver(device, passing)).toEqual({ kind: 'done' });
        expect(writes(provider).slice(-2)).toEqual([
          'POST /list-items',
          expect.stringMatching(/^DELETE \/list-items\/doc/),
        ]);
        expect(provider.alive('items')).toEqual([]);
        expect(unsent(device.state())).toBe(0);
      }
    }
  });

  test.each<[Manner]>([['ours'], ['strapi']])(
    'what was typed after a create that went through unheard is not lost, and not unsaid (%s)',
    async (manner) => {
      const provider = withList(manner);
      const device = makeHost();
      device.type(insertOf(milk, 1));
      const late: HttpRequest[] = [];
      const delay: Fault = (request) => {
        late.push(request);
        return Promise.reject(new Error('timed out'));
      };
      await roundOver(device, scriptedWire(provider, { POST: [delay] }));
      device.type(updateOf(milk, { description: 'oat milk' }, 2));
      // The first POST arrives at last, between the pull and the second POST.
      const send = scriptedWire(provider, {
        POST: [
          (_, pass) => {
            for (const request of late) provider.answer(request);
            return pass();
          },
        ],
        PUT: [dropRequest],
      });
      await roundOver(device, send);
      expect(device.state().log.inFlight[milk.id]).toMatchObject({
        kind: 'update',
        fields: { description: 'oat milk' },
      });
      expect(await roundOver(device, send)).toEqual({ kind: 'done' });
      expect(fieldsOf(provider)).toEqual(['oat milk', '', false]);
      expect(device.state().base.items[listId(1)]?.[milk.id]?.row).toMatchObject({ description: 'oat milk' });
    },
  );

  test('a uuid of a row that the user cannot see is refused once', async () => {
    const device = makeHost();
    device.type(insertOf(milk, 1));
    const provider = withList('strapi');
    const send = scriptedWire(provider, { POST: [refuseWith(400, 'This attribute must be unique')] });
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(device.eventsOf('sync/rowRefused').map(({ payload }) => payload)).toMatchObject([
      { rowId: milk.id, status: 400, changes: [{ type: 'insert' }] },
    ]);
    await roundOver(device, send);
    expect(provider.alive('items')).toEqual([]);
  });

  test('a taken uuid that was removed since stays removed', async () => {
    const provider = withMilk('strapi');
    provider.bury('items', milk.id);
    const device = makeHost();
    device.type(insertOf(milk, 1));
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(unsent(device.state())).toBe(0);
    expect(provider.alive('items')).toEqual([]);
    expect(device.state().base.items).toEqual({});
  });

  test('given a row removed between pull and push, then its edit is dropped: delete beats edit', async () => {
    for (const manner of ['ours', 'strapi'] as const) {
      const provider = withMilk(manner);
      const device = makeHost();
      await roundOver(device, scriptedWire(provider));
      device.type(updateOf(milk, { quantity: '1' }, 1));
      const remove: Fault = (_, pass) => {
        provider.bury('items', milk.id);
        return pass();
      };
      expect(await roundOver(device, scriptedWire(provider, { PUT: [remove] }))).toEqual({ kind: 'done' });
      expect(unsent(device.state())).toBe(0);
      expect(device.state().base.items).toEqual({});
    }
  });

  test('a refused row does not hold back the others, and is never sent again', async () => {
    const provider = withList();
    const device = makeHost();
    const eggs = anItem(2, listId(1), { description: 'eggs' });
    device.type(insertOf(milk, 1), insertOf(eggs, 2));
    const send = scriptedWire(provider, { POST: [refuseWith(400, 'description is too long')] });
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.alive('items').map(({ uuid }) => uuid)).toEqual([eggs.id]);
    expect(device.eventsOf('sync/rowRefused')).toHaveLength(1);
    expect(unsent(device.state())).toBe(0);
  });

  test.each<[string, 'POST' | 'PUT' | 'DELETE', number]>([
    ['a create', 'POST', 201],
    ['an update', 'PUT', 200],
    ['a removal', 'DELETE', 200],
  ])(
    '%s that is answered with another row, as a confused cache may, settles nothing of that row',
    async (_, method, status) => {
      const provider = method === 'POST' ? withList() : withMilk();
      const device = makeHost();
      await roundOver(device, scriptedWire(provider));
      const changes = { POST: insertOf(milk, 1), PUT: updateOf(milk, { quantity: '2' }, 1), DELETE: removeOf(milk, 1) };
      device.type(changes[method]);
      const other = { id: 9, documentId: 'doc9', uuid: anItem(9, listId(1)).id, ...providerRow };
      const data = { ...other, description: 'not asked for', updatedAt: '2031-01-01T00:00:00.000Z', deletedAt: null };
      const end = await roundOver(device, scriptedWire(provider, { [method]: [answerWith(status, { data })] }));
      expect(Object.keys(device.state().base.items[listId(1)] ?? {})).not.toContain(other.uuid);
      if (method !== 'DELETE') {
        expect(end).toMatchObject({ kind: 'failed', stage: 'push' });
        expect(unsent(device.state())).toBe(1);
      }
      expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
      expect(unsent(device.state())).toBe(0);
    },
  );

  test('the items of a refused list are offered, not lost', async () => {
    const provider = makeProvider('ours');
    const device = makeHost();
    device.type(insertOf(list, 1), insertOf(milk, 2), insertOf(anItem(2, listId(1), { description: ' ' }), 3));
    expect(await roundOver(device, scriptedWire(provider, { POST: [refuseWith(400)] }))).toEqual({ kind: 'done' });
    expect(recoveryOffers(device.state())[listId(1)]).toEqual({
      name: 'list 1',
      icon: 'tomato',
      isRefused: true,
      items: [milk],
    });
    expect([unsent(device.state()), countUnsent(device.state())]).toEqual([1, 0]);
  });

  test('what was added to a list deleted elsewhere is offered under the list’s name', async () => {
    const provider = withList();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    device.type(insertOf(milk, 1));
    provider.bury('lists', list.id);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(recoveryOffers(device.state())[listId(1)]).toEqual({ name: 'list 1', icon: 'tomato', items: [milk] });
    expect(writes(provider)).toEqual([]);
    expect(countUnsent(device.state())).toBe(0);
  });

  test('what was added to a list deleted between pull and push is offered as well, not refused', async () => {
    const provider = withList();
    const device = makeHost();
    device.type(insertOf(milk, 1));
    const tooLate: Fault = (_, pass) => {
      provider.bury('lists', list.id);
      return pass();
    };
    expect(await roundOver(device, scriptedWire(provider, { POST: [tooLate] }))).toEqual({ kind: 'done' });
    expect(recoveryOffers(device.state())[listId(1)]).toMatchObject({
      name: 'list 1',
      items: [{ description: 'milk' }],
    });
    expect([device.eventsOf('sync/rowRefused'), countUnsent(device.state())]).toEqual([[], 0]);
  });

  test('the same when the provider answers the look-up with all lists', async () => {
    const provider = withList();
    provider.put('lists', { uuid: listId(2), name: 'another', icon: 'cat' });
    const device = makeHost();
    device.type(insertOf(milk, 1));
    const tooLate: Fault = (_, pass) => {
      provider.bury('lists', list.id);
      return pass();
    };
    const wire = scriptedWire(provider, { POST: [tooLate] });
    const unfiltered: typeof wire = (request) => {
      if (!request.path.includes('filters[uuid]')) return wire(request);
      const body = JSON.stringify({ data: provider.alive('lists') });
      return Promise.resolve({ status: 200, body, header: () => null });
    };
    expect(await roundOver(device, unfiltered)).toEqual({ kind: 'done' });
    expect(recoveryOffers(device.state())[listId(1)]).toMatchObject({ items: [{ description: 'milk' }] });
    expect([device.eventsOf('sync/rowRefused'), countUnsent(device.state())]).toEqual([[], 0]);
  });

  test('an item whose create is answered 404 although its list exists is sent again', async () => {
    const device = makeHost();
    const provider = withList();
    device.type(insertOf(milk, 1));
    const send = scriptedWire(provider, { POST: [refuseWith(404)] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed', stage: 'push', reason: 'status 404' });
    expect([device.eventsOf('sync/rowRefused'), unsent(device.state())]).toEqual([[], 1]);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.alive('items')).toHaveLength(1);
  });

  test.each([
    [true, ['DELETE /lists/doc1']],
    [false, ['DELETE /list-items/doc2', 'DELETE /lists/doc1']],
  ])('removes a list where the provider cascades: %s', async (hasCascade, expected) => {
    const provider = withMilk();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    device.type({ ...removeOf(milk, 1), data: WITH_LIST }, removeOf(list, 2));
    expect(await roundOver(device, scriptedWire(provider), { hasCascade })).toEqual({ kind: 'done' });
    expect(writes(provider)).toEqual(expected);
    expect([unsent(device.state()), device.state().base.lists, device.state().base.items]).toEqual([0, {}, {}]);
  });

  test.each([401, 403])('a %d ends the round, and every change stays', async (status) => {
    const device = makeHost();
    device.type(insertOf(milk, 1), insertOf(anItem(2, listId(1)), 2));
    expect(await roundOver(device, scriptedWire(withList(), { POST: [refuseWith(status)] }))).toEqual({
      kind: 'signedOut',
    });
    expect(unsent(device.state())).toBeGreaterThan(0);
    expect(device.eventsOf('sync/operationEnded').map(({ payload }) => payload.status)).toEqual(['error', 'error']);
  });

  test('a round that was given up applies no later answer', async () => {
    const provider = withMilk();
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    device.type(updateOf(milk, { quantity: '1' }, 1));
    const giveUp = new AbortController();
    const abort: Fault = (_, pass) => {
      giveUp.abort();
      return pass();
    };
    const end = await roundOver(device, scriptedWire(provider, { PUT: [abort] }), { signal: giveUp.signal });
    expect(end).toEqual({ kind: 'aborted' });
    expect(device.eventsOf('sync/rowSettled')).toEqual([]);
    expect(device.state().log.inFlight[milk.id]?.fields).toEqual({ quantity: '1' });
  });

  test.each([false, true])(
    'no request leaves before its in-flight write is on disk, also in diff mode (%s)',
    async (isDiffMode) => {
      const provider = withMilk();
      const device = makeHost();
      await roundOver(device, scriptedWire(provider));
      device.type(updateOf(milk, { quantity: '1' }, 1));
      const steps: string[] = [];
      const apply = async (event: SyncEvent) => {
        await device.host.apply(event);
        if (event.type !== 'sync/rowSent') return;
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('write on disk');
      };
      const send = async (request: HttpRequest) => {
        if (request.method !== 'GET') steps.push(request.method);
        return provider.answer(request);
      };
      await roundOver({ ...device, host: { ...device.host, apply } }, send, { isDiffMode });
      expect(steps).toEqual(['write on disk', isDiffMode ? 'PATCH' : 'PUT']);
    },
  );

  test.each<['GET' | 'PATCH', string]>([
    ['GET', 'sync/pulled'],
    ['PATCH', 'sync/rowSettled'],
  ])('nor does one that is given up while a %s is out', async (method, applied) => {
    const device = makeHost();
    const provider = withMilk();
    await roundOver(device, scriptedWire(provider));
    device.type(updateOf(milk, { quantity: '1' }, 1));
    device.events.length = 0;
    const giveUp = new AbortController();
    const abort: Fault = (_, pass) => {
      giveUp.abort();
      return pass();
    };
    const options = { signal: giveUp.signal, isDiffMode: true };
    expect(await roundOver(device, scriptedWire(provider, { [method]: [abort] }), options)).toEqual({
      kind: 'aborted',
    });
    expect(device.events.map(({ type }) => type)).not.toContain(applied);
  });

  test('keeps at most six requests in flight', async () => {
    const provider = withList();
    const device = makeHost();
    device.type(...Array.from({ length: 30 }, (_, index) => insertOf(anItem(index, listId(1)), index + 1)));
    let flying = 0;
    let most = 0;
    await roundOver(device, async (request) => {
      flying += 1;
      most = Math.max(most, flying);
      await new Promise((resolve) => setImmediate(resolve));
      flying -= 1;
      return provider.answer(request);
    });
    expect([most, provider.alive('items').length]).toEqual([6, 30]);
  });
});
