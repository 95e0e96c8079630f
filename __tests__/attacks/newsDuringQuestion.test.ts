import { expect, test } from '@jest/globals';
import { syncEvent } from '../../src/sync/model/syncEvents';
import { allChanges } from '../../src/sync/model/syncState';
import type { HttpAnswer, SendRequest } from '../../src/sync/wire/call';
import { aList, anItem, insertOf, listId, putDelta, removeOf, served, updateOf } from '../support/builders';
import { list, milk, withList, withMilk } from '../support/milkList';
import { makeProvider } from '../support/modelProvider';
import { makeHost, roundOver } from '../support/roundOver';

/** The stream brings a row while a round still works with an older answer that does not have it. */

/** The time of the news, later than all times of the provider. */
const LATER = 1_000_000_000;

const answer = (status: number, body: unknown): HttpAnswer => ({
  status,
  body: JSON.stringify(body),
  header: () => null,
});
const notFound = answer(404, { data: null, error: { status: 404, message: 'Not Found' } });
const nothingFound = answer(200, { data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } });

test('given an item of an unknown list, when the stream brings the list while the plan is carried out, then the list is kept', async () => {
  const device = makeHost();
  const other = aList(2);
  const blank = anItem(2, listId(2));
  const provider = makeProvider('ours');
  provider.put('lists', { uuid: other.id, name: 'list 2', icon: 'tomato' });
  device.type(insertOf(milk, 1), insertOf(blank, 2), removeOf(blank, 3));
  const { state, apply } = device.host;
  const host: typeof device.host = {
    state,
    apply: async (event) => {
      await apply(event);
      if (event.type === 'sync/changesDropped')
        await apply(syncEvent('sync/deltaReceived', { delta: putDelta(served(list, LATER)) }));
    },
  };
  await roundOver({ ...device, host }, async (request) => provider.answer(request));
  expect(device.state().base.tombstones.lists).toEqual({});
  expect(allChanges(device.state().log)).toMatchObject([{ rowId: milk.id }]);
});

test('given an item that the provider did not find, when the stream brings it before the second answer, then it is kept', async () => {
  const device = makeHost();
  const provider = withMilk('strapi');
  const wire: SendRequest = async (request) => {
    if (request.method === 'PUT') return notFound;
    if (!request.path.includes('filters[uuid]')) return provider.answer(request);
    await device.host.apply(syncEvent('sync/deltaReceived', { delta: putDelta(served(milk, LATER)) }));
    return nothingFound;
  };
  await roundOver(device, async (request) => provider.answer(request));
  device.type(updateOf(milk, { quantity: '2' }, 1));
  await roundOver(device, wire);
  expect(device.state().base.tombstones.items).toEqual({});
  expect(allChanges(device.state().log)).toMatchObject([{ rowId: milk.id }]);
});

test('given an item whose list the provider did not find, when the stream brings the list before the second answer, then the list is kept', async () => {
  const device = makeHost();
  const provider = withList('strapi');
  let isAsked = false;
  const wire: SendRequest = async (request) => {
    if (request.method === 'POST') return notFound;
    if (!request.path.includes('filters[uuid]') || isAsked) return provider.answer(request);
    isAsked = true;
    await device.host.apply(syncEvent('sync/deltaReceived', { delta: putDelta(served(list, LATER)) }));
    return nothingFound;
  };
  device.type(insertOf(milk, 1));
  await roundOver(device, wire);
  expect(device.state().base.tombstones.lists).toEqual({});
  expect(allChanges(device.state().log)).toMatchObject([{ rowId: milk.id }]);
});
