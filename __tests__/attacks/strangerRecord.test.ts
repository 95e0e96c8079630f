import { expect, test } from '@jest/globals';
import { anItem, itemId, listId } from '../support/builders';
import { list, providerRow, withMilk } from '../support/milkList';
import { makeHost, roundOver, scriptedWire } from '../support/roundOver';

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
