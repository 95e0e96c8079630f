import { expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import type { HttpRequest, SendRequest } from '../../src/sync/wire/call';
import { removeOf, updateOf } from '../support/builders';
import { list, milk, withList } from '../support/milkList';
import { dropRequest, type FakeHost, makeHost, refuseWith, roundOver, scriptedWire } from '../support/roundOver';

/**
 * The server is set back to before an item. It is removed here before it stands there again. Then it is made again, because other
 * devices know it too, and removed.
 */

const BAD = 'half a\ud83e';

const start = async (description = 'milk') => {
  const provider = withList('ours');
  const setBack = provider.keepCopy();
  provider.put('items', { uuid: milk.id, list: list.id, description, quantity: '', done: false, order: '' });
  const pulled = async (): Promise<FakeHost> => {
    const device = makeHost();
    await roundOver(device, scriptedWire(provider));
    return device;
  };
  return { provider, setBack, device: await pulled(), other: await pulled() };
};

const rest = ({ state }: FakeHost) => [allChanges(state().log), state().log.inFlight];

test('given its removal was not answered, when it is made again, then it is removed again too', async () => {
  const { provider, setBack, device, other } = await start();
  device.type(removeOf(milk, 1));
  await roundOver(device, scriptedWire(provider, { DELETE: [dropRequest] }));
  setBack();
  await roundOver(device, scriptedWire(provider));
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  await roundOver(other, scriptedWire(provider));
  expect([provider.alive('items'), ...rest(device)]).toEqual([[], [], {}]);
});

test('given its list is removed here too, by a provider that leaves items behind, then it is not made again, and the list goes', async () => {
  const { provider, setBack, device } = await start();
  device.type(removeOf(milk, 1), removeOf(list, 2));
  await roundOver(device, scriptedWire(provider, { DELETE: [dropRequest] }));
  setBack();
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  expect([provider.alive('lists'), ...rest(device)]).toEqual([[], [], {}]);
});

test('given an edit of it on which the provider breaks, then it is made without that edit, and removed', async () => {
  const { provider, setBack, device, other } = await start();
  const breaking: SendRequest = async (request: HttpRequest) =>
    JSON.stringify(request.body ?? '').includes(JSON.stringify(BAD))
      ? refuseWith(500)(request, () => provider.answer(request))
      : provider.answer(request);
  setBack();
  device.type(updateOf(milk, { quantity: BAD }, 1));
  expect(await roundOver(device, breaking)).toMatchObject({ kind: 'failed', stage: 'push' });
  device.type(removeOf(milk, 2));
  expect(await roundOver(device, breaking)).toEqual({ kind: 'done' });
  await roundOver(other, breaking);
  expect([provider.alive('items'), ...rest(device)]).toEqual([[], [], {}]);
});

test('given it is blank, when nobody changes it, then it is made again like any other', async () => {
  const { provider, setBack, device } = await start('');
  setBack();
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  expect([provider.alive('items').length, ...rest(device)]).toEqual([1, [], {}]);
});

test('given it is blank and removed here, when another device has typed in it meanwhile, then it stays removed', async () => {
  const { provider, setBack, device, other } = await start('');
  setBack();
  device.type(removeOf(milk, 1));
  expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
  other.type(updateOf(milk, { description: 'oat milk' }, 2));
  expect(await roundOver(other, scriptedWire(provider))).toEqual({ kind: 'done' });
  expect([provider.alive('items'), ...rest(device), ...rest(other)]).toEqual([[], [], {}, [], {}]);
});
