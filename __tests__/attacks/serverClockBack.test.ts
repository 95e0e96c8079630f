import { describe, expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/model/syncEvents';
import type { HttpRequest, SendRequest } from '../../src/sync/wire/call';
import { insertOf, itemId, listId, putDelta, removeOf, served, updateOf } from '../support/builders';
import { list, milk, providerRow, withList, withMilk } from '../support/milkList';
import type { Manner } from '../support/modelProvider';
import { type Fault, makeHost, type RoundOptions, roundOver, scriptedWire } from '../support/roundOver';

/**
 * A plain Strapi takes `updatedAt` from the clock of the machine that answers: one of two behind a balancer is ahead, or the clock
 * was put right.
 */
const AHEAD_MS = 60_000;

describe('a row was last written by a machine whose clock is ahead', () => {
  const setUp = async (removals: 'silent' | 'answered' = 'silent', manner: Manner = 'strapi') => {
    const provider = withMilk(manner);
    const ahead = provider.row('items', itemId(1))?.updatedAt;
    const send: SendRequest = async (request: HttpRequest) => {
      const reply = provider.answer(request);
      const isTold = removals === 'answered' && request.method === 'DELETE';
      const answer = isTold
        ? { ...reply, status: 200, body: JSON.stringify({ data: provider.row('items', itemId(1)) }) }
        : reply;
      const wrong = ahead && new Date(Date.parse(ahead) + AHEAD_MS).toISOString();
      return { ...answer, body: answer.body.replaceAll(`"updatedAt":"${ahead}"`, `"updatedAt":"${wrong}"`) };
    };
    const device = makeHost();
    let now = 0;
    const round = (force = false, options: RoundOptions = {}) => {
      now += 5000;
      return roundOver(device, send, { force, now: () => now, ...options });
    };
    await round();
    const shown = () => device.state().base.items[list.id as never]?.[itemId(1)]?.row;
    return { provider, device, round, shown };
  };

  test('what the person types then and the provider takes stays on screen', async () => {
    const { provider, device, round, shown } = await setUp();
    device.type(updateOf(milk, { quantity: '2 l' }, 1));
    expect(await round()).toEqual({ kind: 'done' });
    expect(provider.row('items', itemId(1))).toMatchObject({ list: listId(1), quantity: '2 l' });
    expect(shown()).toMatchObject({ quantity: '2 l' });
  });

  test('what another device wrote then is there after a whole pull', async () => {
    const { provider, round, shown } = await setUp();
    provider.put('items', { uuid: itemId(1), quantity: '2 l' });
    await round(true);
    expect(shown()).toMatchObject({ quantity: '2 l' });
  });

  test('what another device removed then is gone after a whole pull', async () => {
    const { provider, round, shown } = await setUp();
    provider.bury('items', itemId(1));
    await round(true);
    expect(shown()).toBeUndefined();
  });

  test('what the person removes then stays removed, also where the answer is what was removed, with the time of that', async () => {
    const { provider, device, round, shown } = await setUp('answered');
    device.type(removeOf(milk, 1));
    expect(await round()).toEqual({ kind: 'done' });
    expect(provider.row('items', itemId(1))).toMatchObject({ deletedAt: expect.any(String) });
    expect(shown()).toBeUndefined();
    await round(true);
    expect(shown()).toBeUndefined();
  });

  test('it is not shown as it was before, where another window has heard of a newer edit when it hears of the answer', async () => {
    const { provider, device, round, shown } = await setUp();
    device.type(updateOf(milk, { quantity: '2 l' }, 1));
    await round();
    const [told] = device.eventsOf('sync/rowSettled');
    provider.put('items', { uuid: itemId(1), quantity: '3 l' });
    await round(true);
    expect(shown()).toMatchObject({ quantity: '3 l' });
    if (told) await device.host.apply(told);
    expect(shown()).toMatchObject({ quantity: '3 l' });
  });
});

test('a create that is taken shows what the look-up found, also where the row was heard of with a time ahead meanwhile', async () => {
  const provider = withList('strapi');
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  device.type(insertOf(milk, 1));
  const hearing: Fault = (_, pass) => {
    // An earlier, unheard create made it; its event bears the time of the machine that is ahead.
    provider.put('items', { uuid: milk.id, ...providerRow });
    const delta = putDelta({
      ...served(milk, AHEAD_MS),
      documentId: String(provider.row('items', milk.id)?.documentId),
    });
    void device.host.apply(syncEvent('sync/deltaReceived', { delta }));
    provider.put('items', { uuid: milk.id, quantity: '2 l' });
    return pass();
  };
  expect(await roundOver(device, scriptedWire(provider, { POST: [hearing] }))).toEqual({ kind: 'done' });
  expect(device.state().base.items[listId(1)]?.[milk.id]?.row).toMatchObject({ quantity: '2 l' });
});
