import { describe, expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import { aList, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, withMilk } from '../support/milkList';
import type { Manner, Provider } from '../support/modelProvider';
import { dropRequest, makeHost, roundOver, scriptedWire } from '../support/roundOver';

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
    inFlight: device.state().log.inFlight,
  });
  return { provider, device, round, removeList, isThere };
};

const SAFE = { atServer: [other.id], here: [milk.id], lists: [other.id], unsent: [], inFlight: {} };

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

    test('given an unsent edit of the item', async () => {
      const { provider, device, round, removeList, isThere } = await setUp(manner);
      device.type(updateOf(milk, { quantity: '2' }, 1));
      removeList();
      move(provider);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });

    test('given a removal that was sent and lost', async () => {
      const { provider, round, removeList, isThere } = await setUp(manner);
      removeList();
      expect(await round({ DELETE: [dropRequest] }, { hasCascade })).toMatchObject({ kind: 'failed' });
      move(provider);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });

    test('given a list that another device removed', async () => {
      const { provider, round, removeList, isThere } = await setUp(manner);
      removeList();
      move(provider);
      provider.bury('lists', list.id);
      expect(await round({}, { hasCascade })).toEqual({ kind: 'done' });
      expect(isThere()).toEqual(SAFE);
    });
  },
);
