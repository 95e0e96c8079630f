import { expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges } from '../../src/sync/model/syncState';
import type { SendRequest } from '../../src/sync/wire/call';
import { insertOf } from '../support/builders';
import { list, milk } from '../support/milkList';
import { makeProvider } from '../support/modelProvider';
import { nothingRead } from '../support/readings';
import { makeHost, roundOver } from '../support/roundOver';

/** Without locks a round of another window makes a list, just after this one has read the lists. */

test('given a list that another window made after the lists were read, then it does not count as removed, and its item is sent', async () => {
  const provider = makeProvider('ours');
  const device = makeHost();
  device.type(insertOf(list, 1), insertOf(milk, 2));
  const made: SendRequest = async (request) => {
    const answer = provider.answer(request);
    const isRead = request.path.startsWith('/list-items');
    if (isRead && provider.alive('lists').length === 0) {
      provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
      const removedChanges = allChanges(device.state().log).flatMap(({ id, rowId }) => (rowId === list.id ? [id] : []));
      await device.host.apply(syncEvent('sync/recordsRead', { ...nothingRead, removedChanges }));
    }
    return answer;
  };
  await roundOver(device, made);
  expect(device.state().base.tombstones.lists).toEqual({});
  await roundOver(device, made);
  expect(provider.alive('items')).toMatchObject([{ uuid: milk.id, list: list.id }]);
  expect(allChanges(device.state().log)).toEqual([]);
});
