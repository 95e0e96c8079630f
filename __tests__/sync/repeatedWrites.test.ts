import { describe, expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges, type Change } from '../../src/sync/model/syncState';
import { insertOf, listId, removalDelta, removeOf, updateOf } from '../support/builders';
import { list, milk, withMilk } from '../support/milkList';
import { makeProvider, type Provider } from '../support/modelProvider';
import {
  dropAnswer,
  dropRequest,
  type Fault,
  makeHost,
  refuseWith,
  roundOver,
  scriptedWire,
} from '../support/roundOver';

/**
 * What was sent and never answered, and what came after it: from the same hands, from another window of the browser that could
 * not know of it because no disk took it, and from other devices.
 */

const milkAt = (provider: Provider) => provider.row('items', milk.id);

/** Another window of this browser sends the row in its own name. */
const otherWindow = (provider: Provider, counter: number, data: object) =>
  provider.answer({
    method: 'PUT',
    path: `/list-items/${milkAt(provider)?.documentId}`,
    body: { data },
    idempotencyKey: `${counter}-b.1`,
    signal: new AbortController().signal,
  });

/** A device whose first write met the fault. */
const unanswered = async (provider: Provider, fault: Fault, change: Change, isDiffMode = false) => {
  const device = makeHost();
  const method = change.type === 'remove' ? 'DELETE' : isDiffMode ? 'PATCH' : 'PUT';
  const send = scriptedWire(provider, { [method]: [fault] });
  await roundOver(device, send, { isDiffMode });
  device.type(change);
  await roundOver(device, send, { isDiffMode });
  return { device, again: () => roundOver(device, send, { isDiffMode }) };
};

describe.each([['one by one', false] as const, ['in diff mode', true] as const])('%s, a write', (_, isDiffMode) => {
  test('with a lost answer does not overwrite a newer change of another window', async () => {
    const provider = withMilk();
    const { device, again } = await unanswered(provider, dropAnswer, updateOf(milk, { done: true }, 1), isDiffMode);
    otherWindow(provider, 5, { done: false });
    expect(await again()).toEqual({ kind: 'done' });
    expect(milkAt(provider)).toMatchObject({ done: false });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('that was lost is sent again, next to a newer change of another window', async () => {
    const provider = withMilk();
    const { device, again } = await unanswered(provider, dropRequest, updateOf(milk, { done: true }, 1), isDiffMode);
    otherWindow(provider, 5, { quantity: '2' });
    expect(await again()).toEqual({ kind: 'done' });
    expect(milkAt(provider)).toMatchObject({ done: true, quantity: '2' });
    expect(allChanges(device.state().log)).toEqual([]);
    expect(device.state().log.inFlight).toEqual({});
  });

  test('of a device with a clock set back and a lost counter is not treated as late', async () => {
    const provider = withMilk();
    otherWindow(provider, 900, { quantity: '2' });
    const device = makeHost();
    const send = scriptedWire(provider);
    await roundOver(device, send, { isDiffMode });
    device.type(updateOf(milk, { done: true }, 3));
    await roundOver(device, send, { isDiffMode });
    device.type(updateOf(milk, { done: false }, 4));
    await roundOver(device, send, { isDiffMode });
    expect(milkAt(provider)).toMatchObject({ done: false, quantity: '2' });
    device.type(removeOf(milk, 5));
    expect(await roundOver(device, send, { isDiffMode })).toEqual({ kind: 'done' });
    expect(milkAt(provider)).toMatchObject({ deletedAt: expect.any(String) });
  });

  test('with a lost answer does not overwrite another device when another field is edited', async () => {
    const provider = withMilk();
    const { again, device } = await unanswered(provider, dropAnswer, updateOf(milk, { quantity: '2' }, 1), isDiffMode);
    provider.put('items', { uuid: milk.id, quantity: '12' });
    device.type(updateOf(milk, { description: 'oat milk' }, 2));
    expect(await again()).toEqual({ kind: 'done' });
    expect(milkAt(provider)).toMatchObject({ description: 'oat milk', quantity: '12' });
    expect(allChanges(device.state().log)).toEqual([]);
  });
});

test.each(['ours', 'strapi'] as const)(
  'a create with a lost answer does not overwrite text of another device (%s)',
  async (manner) => {
    const provider = makeProvider(manner);
    provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
    const device = makeHost();
    const send = scriptedWire(provider, { POST: [dropAnswer] });
    await roundOver(device, send);
    device.type(insertOf({ ...milk, description: '' }, 1), updateOf(milk, { description: 'milk' }, 2));
    await roundOver(device, send);
    provider.put('items', { uuid: milk.id, quantity: '12' });
    device.type(updateOf(milk, { done: true }, 3));
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(milkAt(provider)).toMatchObject({ description: 'milk', quantity: '12', done: true });
    expect(allChanges(device.state().log)).toEqual([]);
  },
);

test('a removal that was lost is sent again, next to a newer change of another window', async () => {
  const provider = withMilk();
  const { again } = await unanswered(provider, dropRequest, removeOf(milk, 1));
  otherWindow(provider, 5, { quantity: '2' });
  expect(await again()).toEqual({ kind: 'done' });
  expect(milkAt(provider)).toMatchObject({ deletedAt: expect.any(String) });
});

test('a late write of a row that was removed elsewhere lets the row go', async () => {
  const provider = withMilk();
  const { again, device } = await unanswered(provider, dropRequest, updateOf(milk, { done: true }, 1));
  otherWindow(provider, 5, { quantity: '2' });
  // Removed between the pull and the push.
  let isRemoved = false;
  const answer = provider.answer;
  provider.answer = (request) => {
    if (request.method === 'PUT' && !isRemoved) {
      isRemoved = true;
      provider.bury('items', milk.id);
    }
    return answer(request);
  };
  expect(await again()).toEqual({ kind: 'done' });
  expect(milkAt(provider)).toMatchObject({ deletedAt: expect.any(String) });
  expect(allChanges(device.state().log)).toEqual([]);
  expect(device.state().base.items[listId(1)]?.[milk.id]).toBeUndefined();
});

const refusedCreate = async (...refusals: Fault[]) => {
  const provider = makeProvider('ours');
  provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
  const device = makeHost();
  const send = scriptedWire(provider, { POST: [dropRequest, ...refusals] });
  await roundOver(device, send);
  device.type(insertOf(milk, 1));
  await roundOver(device, send);
  device.type(updateOf(milk, { quantity: '2' }, 2));
  expect(await roundOver(device, send)).toEqual({ kind: 'done' });
  expect(allChanges(device.state().log)).toEqual([]);
  return { provider, device };
};

test('a repeated create that is refused is tried once with the newer text', async () => {
  const { provider, device } = await refusedCreate(refuseWith(400, 'too long'));
  expect(milkAt(provider)).toMatchObject({ description: 'milk', quantity: '2' });
  expect(device.state().log.refusals).toEqual([]);
});

test('a create that is refused again is shown on Logs with all changes of its row', async () => {
  const { device } = await refusedCreate(refuseWith(400, 'too long'), refuseWith(400, 'too long'));
  expect(device.state().log.refusals).toMatchObject([
    { message: 'too long', changes: [{ type: 'insert' }, { data: { quantity: '2' } }] },
  ]);
});

test('given two windows that edit the same field, then the write that arrives last counts', async () => {
  const provider = withMilk();
  const { again } = await unanswered(provider, dropRequest, updateOf(milk, { quantity: '1' }, 1));
  otherWindow(provider, 5, { quantity: '2' });
  await again();
  expect(milkAt(provider)).toMatchObject({ quantity: '1' });
});

test('a repeated create of a removed row is not sent for ever', async () => {
  const provider = makeProvider('strapi');
  provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
  const device = makeHost();
  const send = scriptedWire(provider, { POST: [dropRequest] });
  await roundOver(device, send);
  device.type(insertOf(milk, 1));
  await roundOver(device, send);
  let requests = 0;
  const passing: typeof send = async (request) => {
    if (request.method !== 'POST') return send(request);
    requests += 1;
    // An answer from before a removal that an event has told of.
    provider.put('items', { uuid: milk.id, list: listId(1), description: 'milk', quantity: '', done: false });
    await device.host.apply(syncEvent('sync/deltaReceived', { delta: removalDelta('items', milk.id, 99) }));
    return requests > 5 ? Promise.reject(new Error('asked without end')) : send(request);
  };
  expect(await roundOver(device, passing)).toEqual({ kind: 'done' });
  expect(requests).toBe(1);
  expect(allChanges(device.state().log)).toEqual([]);
});
