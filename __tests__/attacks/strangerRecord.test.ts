import { expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import { aList, anItem, itemId, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, providerRow, withMilk } from '../support/milkList';
import { type Fault, makeHost, roundOver, scriptedWire } from '../support/roundOver';

/** A plain Strapi keeps no tombstones: only its absence tells that a row is gone. */

test.each([
  ['made in the admin panel without a uuid', { uuid: null, list: listId(1), description: 'by hand' }],
  ['whose list was taken from it', { uuid: itemId(9), list: null, description: 'orphan' }],
])('a record %s does not keep on the device for ever what was removed elsewhere', async (_name, stranger) => {
  const provider = withMilk('strapi');
  provider.put('items', { uuid: itemId(2), ...providerRow, description: 'bread' });
  provider.put('items', stranger);
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  const shown = () => Object.keys(device.state().base.items[list.id as never] ?? {});
  expect(shown()).toEqual([anItem(1, listId(1)).id, itemId(2)]);
  provider.erase('items', itemId(1));
  for (let round = 0; round < 3; round += 1) await roundOver(device, scriptedWire(provider));
  expect(shown()).toEqual([itemId(2)]);
});

test('an item whose list was taken from it leaves the device as well, and an edit of it holds up nothing', async () => {
  const provider = withMilk('strapi');
  const other = aList(2);
  provider.put('lists', { uuid: other.id, name: 'list 2', icon: 'tomato' });
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  device.type(updateOf(milk, { quantity: '2' }, 1), removeOf(other, 2));
  const takeOut: Fault = (_request, pass) => {
    provider.put('items', { uuid: milk.id, list: null });
    return pass();
  };
  expect(await roundOver(device, scriptedWire(provider, { PUT: [takeOut] }))).toEqual({ kind: 'done' });
  expect(device.state().base.items[list.id as never]).toBeUndefined();
  expect(provider.alive('lists').map(({ uuid }) => uuid)).toEqual([list.id]);
  expect(allChanges(device.state().log)).toEqual([]);
  provider.put('items', { uuid: milk.id, list: listId(1) });
  await roundOver(device, scriptedWire(provider), { force: false });
  expect(device.state().base.items[list.id as never]?.[milk.id as never]?.row).toMatchObject({ quantity: '2' });
});
