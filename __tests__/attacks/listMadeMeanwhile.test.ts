import { expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges } from '../../src/sync/model/syncState';
import type { SendRequest } from '../../src/sync/wire/call';
import { insertOf, removeOf, updateOf } from '../support/builders';
import { list, milk, providerRow, withList } from '../support/milkList';
import { makeProvider } from '../support/modelProvider';
import { nothingRead } from '../support/readings';
import { makeHost, roundOver } from '../support/roundOver';

/** Without locks a round of another window makes a row, just after this one has read the rows. */

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

test('given a list that another window made after the lists were read, when only its removal is left on disk, then it is removed', async () => {
  const provider = makeProvider('ours');
  const device = makeHost();
  const removal = removeOf(list, 2);
  device.type(insertOf(list, 1), removal);
  const made: SendRequest = async (request) => {
    const answer = provider.answer(request);
    const isRead = request.path.startsWith('/list-items');
    if (isRead && provider.row('lists', list.id) === undefined) {
      provider.put('lists', { uuid: list.id, name: 'list 1', icon: 'tomato' });
      const removedChanges = [insertOf(list, 1).id];
      await device.host.apply(syncEvent('sync/recordsRead', { ...nothingRead, removedChanges }));
    }
    return answer;
  };
  await roundOver(device, made);
  expect(allChanges(device.state().log)).toEqual([removal]);
  await roundOver(device, made);
  expect(provider.alive('lists')).toEqual([]);
  expect(allChanges(device.state().log)).toEqual([]);
});

test('given an item that another window made after the items were read, when only an edit of it is read, then the edit is sent', async () => {
  const provider = withList();
  const device = makeHost();
  const made: SendRequest = async (request) => {
    const answer = provider.answer(request);
    const isRead = request.path.startsWith('/list-items');
    if (isRead && provider.row('items', milk.id) === undefined) {
      provider.put('items', { uuid: milk.id, ...providerRow });
      const changes = [updateOf(milk, { quantity: '2' }, 2)];
      await device.host.apply(syncEvent('sync/recordsRead', { ...nothingRead, changes }));
    }
    return answer;
  };
  await roundOver(device, made);
  await roundOver(device, made);
  expect(provider.alive('items')).toMatchObject([{ uuid: milk.id, quantity: '2' }]);
  expect(allChanges(device.state().log)).toEqual([]);
});

test('given an edit of an item that nobody has, when a round that began with it has read the items, then the edit is dropped', async () => {
  const device = makeHost();
  const provider = withList();
  device.type(updateOf(milk, { quantity: '2' }, 1));
  await roundOver(device, async (request) => provider.answer(request));
  expect(allChanges(device.state().log)).toEqual([]);
});
