import { expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import { LEAVING } from '../../src/sync/model/unsent';
import { aList, anItem, insertOf, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, withMilk } from '../support/milkList';
import { dropAnswer, type Fault, makeHost, refuseWith, roundOver, scriptedWire } from '../support/roundOver';

/** In which order a round sends what was changed, and when it stops. */

const MANY = 50;
const passOn: Fault = (_, pass) => pass();
const always = (fault: Fault): Fault[] => Array.from({ length: MANY }, () => fault);
/** The provider itself fails on each write with this text. */
const brokenBy =
  (text: string): Fault =>
  (request, pass) =>
    JSON.stringify(request.body).includes(text) ? refuseWith(500, 'broken')(request, pass) : pass();

/** A refusal of each request, and how many there were. */
const countedRefusal = (status: number, message?: string) => {
  const refusal = refuseWith(status, message);
  let tries = 0;
  const fault: Fault = (request, pass) => {
    tries += 1;
    return refusal(request, pass);
  };
  return { faults: always(fault), tries: () => tries };
};

/** A device that has read the list with milk. */
const openDevice = async () => {
  const provider = withMilk();
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  /** The methods of the writes that have reached the provider since. */
  const writes = (): string[] => provider.requests.flatMap(({ method }) => (method === 'GET' ? [] : [method]));
  return { provider, device, writes };
};

test('given a new list with an item, an edit and a removed list, then one round sends all, the removal last', async () => {
  const { provider, device, writes } = await openDevice();
  device.type(
    insertOf(aList(2), 1),
    insertOf(anItem(7, listId(2), { description: 'eggs' }), 2),
    updateOf(milk, { done: true }, 3),
    removeOf(list, 4),
  );
  expect(await roundOver(device, scriptedWire(provider), { hasCascade: true })).toEqual({ kind: 'done' });
  expect(writes()).toEqual(['POST', 'PUT', 'POST', 'DELETE']);
  expect(provider.alive('lists')).toMatchObject([{ uuid: listId(2) }]);
  expect(provider.alive('items')).toMatchObject([{ description: 'eggs' }]);
  expect(allChanges(device.state().log)).toEqual([]);
});

test('given an item on which the provider fails again, then the round sends everything else', async () => {
  const { provider, device, writes } = await openDevice();
  const eggs = anItem(7, listId(1), { description: 'poison' });
  device.type(insertOf(eggs, 1));
  const poison = { POST: always(brokenBy('poison')), PUT: always(passOn) };
  expect(await roundOver(device, scriptedWire(provider, poison))).toMatchObject({ kind: 'failed', stage: 'push' });

  device.type(updateOf(milk, { done: true }, 2), insertOf(aList(2), 3), insertOf(anItem(8, listId(2)), 4));
  device.type(updateOf(anItem(8, listId(2)), { description: 'eggs' }, 5));
  expect(await roundOver(device, scriptedWire(provider, poison))).toMatchObject({ kind: 'failed', stage: 'push' });
  expect(writes()).toEqual(['POST', 'PUT', 'POST']);
  expect(allChanges(device.state().log).map(({ rowId }) => rowId)).toEqual([eggs.id]);
});

test('given a list with such an item, when the list is removed, then the removal is sent', async () => {
  const { provider, device, writes } = await openDevice();
  device.type(insertOf(anItem(7, listId(1), { description: 'poison' }), 1));
  const poison = { POST: always(brokenBy('poison')) };
  await roundOver(device, scriptedWire(provider, poison), { hasCascade: true });
  device.type(removeOf(list, 2));
  await roundOver(device, scriptedWire(provider, poison), { hasCascade: true });
  expect(writes()).toEqual(['DELETE']);
  expect(provider.alive('lists')).toEqual([]);
});

test('given a provider that fails on each new row, then a round does not try them all', async () => {
  const { provider, device } = await openDevice();
  const failing = countedRefusal(500, 'broken');
  device.type(
    ...Array.from({ length: MANY }, (_, at) => insertOf(anItem(at + 7, listId(1), { description: 'x' }), at + 1)),
  );
  await roundOver(device, scriptedWire(provider, { POST: failing.faults }));
  expect(failing.tries()).toBeLessThanOrEqual(6);
});

test('given a row that is there, but whose write is answered 404, then a round sends it once', async () => {
  const { provider, device } = await openDevice();
  const wrongPath = countedRefusal(404, 'Not Found');
  device.type(updateOf(milk, { done: true }, 1));
  // Its write is unanswered, so a failure lets the round go on with others.
  await roundOver(device, scriptedWire(provider, { PUT: [dropAnswer] }));
  device.type(updateOf(milk, { quantity: '2' }, 2));
  const end = await roundOver(device, scriptedWire(provider, { PUT: wrongPath.faults }));
  expect([end.kind, wrongPath.tries()]).toEqual(['failed', 1]);
  expect(allChanges(device.state().log)).toHaveLength(2);
});

const leaveOf = (...args: Parameters<typeof removeOf>) => ({ ...removeOf(...args), data: LEAVING });

test.each([
  ['removed', removeOf(list, 3)],
  ['left', leaveOf(list, 3)],
])(
  'given an item whose unanswered create had arrived, when it is edited and its list %s, then the edit is sent first',
  async (_, end) => {
    const { provider, device, writes } = await openDevice();
    const eggs = anItem(7, listId(1), { description: 'eggs' });
    device.type(insertOf(eggs, 1));
    await roundOver(device, scriptedWire(provider, { POST: [dropAnswer] }), { hasCascade: true });
    device.type(updateOf(eggs, { quantity: '12' }, 2), end);
    await roundOver(device, scriptedWire(provider), { hasCascade: true });
    expect(writes()).toEqual(['POST', 'PUT', 'DELETE']);
    expect(device.state().log.refusals).toEqual([]);
  },
);

test('given an item that another program has moved, so that its create never ends, then a list is removed nevertheless', async () => {
  const { provider, device } = await openDevice();
  provider.put('lists', { uuid: listId(2), name: 'list 2', icon: 'tomato' });
  provider.put('lists', { uuid: listId(3), name: 'list 3', icon: 'tomato' });
  await roundOver(device, scriptedWire(provider));
  const eggs = anItem(7, listId(1), { description: 'eggs' });
  device.type(insertOf(eggs, 1));
  await roundOver(device, scriptedWire(provider, { POST: [dropAnswer] }));
  provider.put('items', { uuid: eggs.id, list: listId(2), description: 'eggs', quantity: '', done: false });
  device.type(removeOf(aList(3), 2));
  const taken = countedRefusal(400, 'This attribute must be unique');
  await roundOver(device, scriptedWire(provider, { POST: taken.faults }));
  expect(taken.tries()).toBeLessThanOrEqual(3);
  expect(provider.alive('lists').map(({ uuid }) => uuid)).toEqual([listId(1), listId(2)]);
});

test('given lists that cannot be pulled and a name that was changed back, when the list is left, then that is sent', async () => {
  const { provider, device, writes } = await openDevice();
  device.type(updateOf(list, { name: 'x' }, 1), updateOf(list, { name: 'list 1' }, 2), leaveOf(list, 3));
  const refuseLists: Fault = (request, pass) =>
    request.path.startsWith('/lists') ? refuseWith(400)(request, pass) : pass();
  await roundOver(device, scriptedWire(provider, { GET: always(refuseLists) }), { hasCascade: true });
  expect(writes()).toEqual(['DELETE']);
});

test('given diff mode, when a list and an item are edited, then each collection gets a PATCH of its own', async () => {
  const { provider, device } = await openDevice();
  device.type(updateOf(list, { name: 'y' }, 1), updateOf(milk, { done: true }, 2));
  expect(await roundOver(device, scriptedWire(provider), { isDiffMode: true })).toEqual({ kind: 'done' });
  const patched = provider.requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
  expect(patched).toEqual([expect.stringMatching(/^\/lists/), expect.stringMatching(/^\/list-items/)]);
  expect(allChanges(device.state().log)).toEqual([]);
});
