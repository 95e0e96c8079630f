import { describe, expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { milk, providerRow, withList, withMilk } from '../support/milkList';
import { dropRequest, type Fault, makeHost, refuseWith, roundOver, scriptedWire } from '../support/roundOver';

/** What becomes of a write that meets another answer than it was sent for, told by what the device and the server have in the end. */

const passOn: Fault = (_, pass) => pass();

/** A device whose create was lost, and whose repetition meets the faults. */
const unheardCreate = async (...faults: Fault[]) => {
  const provider = withList();
  const device = makeHost();
  const send = scriptedWire(provider, { POST: [dropRequest, ...faults] });
  await roundOver(device, send);
  device.type(insertOf(milk, 1));
  await roundOver(device, send);
  return { provider, device, round: () => roundOver(device, send) };
};

describe('a repeated create that is refused', () => {
  const tooLong = refuseWith(400, 'too long');

  test('given a row that was emptied since, then it counts as blank and waits', async () => {
    const { provider, device, round } = await unheardCreate(tooLong);
    device.type(updateOf(milk, { description: '' }, 2));
    expect(await round()).toEqual({ kind: 'done' });
    expect(device.state().log.refusals).toEqual([]);
    expect(device.state().base.items[listId(1)]?.[milk.id]).toMatchObject({ row: { description: '' } });
    expect(allChanges(device.state().log)).toEqual([]);
    expect(provider.alive('items')).toMatchObject([{ uuid: milk.id, description: '' }]);
  });

  test('without a newer change is not tried again in the same round', async () => {
    const { provider, device, round } = await unheardCreate(tooLong);
    expect(await round()).toEqual({ kind: 'done' });
    expect(device.state().log.refusals).toMatchObject([{ message: 'too long', changes: [{ type: 'insert' }] }]);
    expect([provider.alive('items'), allChanges(device.state().log)]).toEqual([[], []]);
  });

  test('is corrected once; refused again, it is shown on Logs with all its changes', async () => {
    const typing: Fault = (request, pass) => {
      device.type(updateOf(milk, { quantity: '2' }, 3));
      return tooLong(request, pass);
    };
    const { provider, device, round } = await unheardCreate(tooLong, typing);
    device.type(updateOf(milk, { description: 'still too long' }, 2));
    expect(await round()).toEqual({ kind: 'done' });
    expect(device.state().log.refusals).toMatchObject([
      { changes: [{ type: 'insert' }, { data: { description: 'still too long' } }, { data: { quantity: '2' } }] },
    ]);
    expect([provider.alive('items'), allChanges(device.state().log)]).toEqual([[], []]);
  });
});

test('a create that finds the row of an earlier one sends its own values; later text has its own key', async () => {
  const provider = withList();
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  provider.put('items', { uuid: milk.id, ...providerRow });
  device.type(insertOf(milk, 1), updateOf(milk, { description: 'oat milk' }, 2));
  const typing: Fault = (_, pass) => {
    device.type(updateOf(milk, { quantity: '2' }, 3));
    return pass();
  };
  provider.requests.length = 0;
  // Read before the other create arrived: this round does not know of it.
  const nothing: Fault = () => ({ status: 200, body: JSON.stringify({ data: [] }), header: () => null });
  await roundOver(device, scriptedWire(provider, { POST: [typing], GET: [passOn, nothing] }), { force: false });
  await roundOver(device, scriptedWire(provider));
  const said = provider.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(said).toEqual([{ data: { description: 'oat milk' } }, { data: { quantity: '2' } }]);
  expect(allChanges(device.state().log)).toEqual([]);
});

test('a write answered with another row, as by a confused cache, has no answer yet', async () => {
  const provider = withMilk();
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  device.type(updateOf(milk, { done: true }, 1));
  const data = { ...provider.row('items', milk.id), uuid: anItem(9, listId(1)).id, description: 'not asked for' };
  const other: Fault = () => ({ status: 200, body: JSON.stringify({ data }), header: () => null });
  expect(await roundOver(device, scriptedWire(provider, { PUT: [other] }))).toMatchObject({ kind: 'failed' });
  expect(Object.keys(device.state().base.items[listId(1)] ?? {})).toEqual([milk.id]);
  expect(allChanges(device.state().log)).toHaveLength(1);
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  expect(provider.row('items', milk.id)).toMatchObject({ done: true });
});
