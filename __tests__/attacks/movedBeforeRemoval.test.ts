import { describe, expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/syncEvents';
import { allChanges } from '../../src/sync/syncState';
import { aList, anItem, listId, moment, putDelta, removeOf, served, updateOf } from '../support/builders';
import { list, milk, providerRow, withMilk } from '../support/milkList';
import type { Manner, Provider } from '../support/modelProvider';
import { dropRequest, type Fault, makeHost, roundOver, scriptedWire } from '../support/roundOver';

/** Another program moves the milk to another list while its former list is removed here: it is in that list no more. */

const other = aList(2);
const move = (provider: Provider): void => {
  provider.put('lists', { uuid: other.id, name: 'list 2', icon: 'tomato' });
  provider.put('items', { uuid: milk.id, list: other.id });
};

/** A device that has read the milk in its first list. */
const setUp = async (manner: Manner) => {
  const provider = withMilk(manner);
  const device = makeHost();
  const round = (script = {}, options = {}) => roundOver(device, scriptedWire(provider, script), options);
  await round();
  const removeList = () => device.type(removeOf(milk, 3), removeOf(list, 4));
  const isThere = () => ({
    atServer: provider.alive('items').map((row) => row.list),
    here: Object.keys(device.state().base.items[listId(2)] ?? {}),
    lists: provider.alive('lists').map(({ uuid }) => uuid),
    unsent: allChanges(device.state().log),
    marks: device.state().log.marks,
  });
  return { provider, device, round, removeList, isThere };
};

const SAFE = { atServer: [other.id], here: [milk.id], lists: [other.id], unsent: [], marks: {} };

describe.each<[Manner, boolean]>([
  ['ours', true],
  ['ours', false],
  ['strapi', false],
])(
  'at a provider like %s (cascade: %s) an item outlives the removal of the list it was moved out of',
  (manner, hasCascade) => {
    test('before the removal went out', async () => {
      const { provider, round, removeList, isThere } = await setUp(manner);
      removeList();
      move(provider);
      expect(await round({}, { hasCascade, force: false })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });

    test('where something was typed into it before, and not sent', async () => {
      const { provider, device, round, removeList, isThere } = await setUp(manner);
      device.type(updateOf(milk, { quantity: '2' }, 1));
      removeList();
      move(provider);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });

    test('where its own removal was sent and lost', async () => {
      const { provider, round, removeList, isThere } = await setUp(manner);
      removeList();
      expect(await round({ DELETE: [dropRequest] }, { hasCascade })).toMatchObject({ kind: 'failed' });
      move(provider);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });

    test('where its list was removed elsewhere as well', async () => {
      const { provider, round, removeList, isThere } = await setUp(manner);
      removeList();
      move(provider);
      provider.bury('lists', list.id);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });
  },
);

test('an item that is heard to be moved while its removal waits for its turn is not removed', async () => {
  const { provider, device, round, isThere } = await setUp('strapi');
  // Six calls go out at a time.
  const others = Array.from({ length: 6 }, (_, at) => anItem(at + 2, listId(1)));
  for (const { id } of others) provider.put('items', { uuid: id, ...providerRow });
  await round();
  device.type(...others.map((item, at) => removeOf(item, at + 1)));
  device.type(removeOf(milk, 8), removeOf(list, 9));
  const hearing: Fault = (_, pass) => {
    move(provider);
    const delta = putDelta({ ...served(anItem(1, other.id as never), 1), updatedAt: moment(100) });
    void device.host.apply(syncEvent('sync/deltaReceived', { delta }));
    return pass();
  };
  expect(await round({ DELETE: [hearing] })).toEqual({ kind: 'done' });
  expect(isThere()).toMatchObject({ atServer: [other.id], lists: [other.id], unsent: [], marks: {} });
});
