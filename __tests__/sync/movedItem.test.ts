import { describe, expect, test } from '@jest/globals';
import { allChanges, type Change } from '../../src/sync/syncState';
import { countUnsent } from '../../src/sync/unsent';
import { aList, anItem, insertOf, listId, removeOf, updateOf } from '../support/builders';
import { list, milk, withList, withMilk } from '../support/milkList';
import type { Manner, Provider } from '../support/modelProvider';
import { dropAnswer, dropRequest, makeHost, roundOver, scriptedWire } from '../support/roundOver';

/** Another program, as the admin of a Strapi, moves an item to another list while it was changed here. */

const other = aList(2);
const moved = anItem(1, listId(2), { description: 'milk' });
const move = (provider: Provider): void => {
  provider.put('lists', { uuid: other.id, name: 'list 2', icon: 'tomato' });
  provider.put('items', { uuid: milk.id, list: other.id });
};

/** A device that has read the milk in its first list. */
const readingDevice = async (provider: Provider) => {
  const device = makeHost();
  await roundOver(device, scriptedWire(provider));
  return device;
};

describe.each<Manner>(['ours', 'strapi'])('an item that was moved at a provider like %s', (manner) => {
  test('takes along what was typed and not sent yet', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(updateOf(milk, { quantity: '3' }, 1));
    move(provider);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '3', list: other.id });
    expect(device.state().base.items[listId(2)]?.[milk.id]?.row).toMatchObject({ quantity: '3' });
    expect(allChanges(device.state().log)).toEqual([]);
    expect(device.state().log.marks).toEqual({});
  });

  test('takes it along also where its former list is removed', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(updateOf(milk, { quantity: '3' }, 1));
    move(provider);
    provider.bury('lists', list.id);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '3', list: other.id });
    expect(device.state().base.lost).toEqual({});
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('goes when it was removed here', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(removeOf(milk, 1));
    move(provider);
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(provider.alive('items')).toEqual([]);
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test.each<[string, readonly Change[]]>([
    ['edit', [updateOf(milk, { quantity: '3' }, 1)]],
    ['removal', [removeOf(milk, 1)]],
  ])('between an unheard %s and its repetition waits for nothing', async (_, changes) => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(...changes);
    const send = scriptedWire(provider, { PUT: [dropAnswer], DELETE: [dropAnswer] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed' });
    if (provider.alive('items').length) move(provider);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.alive('items').map(({ quantity }) => quantity)).toEqual(changes[0]?.type === 'update' ? ['3'] : []);
    expect(allChanges(device.state().log)).toEqual([]);
    expect(device.state().log.marks).toEqual({});
  });

  test('before its create was heard of is not made twice, and gets what was typed since', async () => {
    const provider = withList(manner);
    const device = await readingDevice(provider);
    device.type(insertOf(milk, 1));
    const send = scriptedWire(provider, { POST: [dropAnswer] });
    expect(await roundOver(device, send)).toMatchObject({ kind: 'failed' });
    device.type(updateOf(milk, { quantity: '3' }, 2));
    move(provider);
    expect(await roundOver(device, send)).toEqual({ kind: 'done' });
    expect(provider.alive('items')).toMatchObject([{ quantity: '3', list: other.id }]);
    expect(allChanges(device.state().log)).toEqual([]);
    expect(device.state().log.marks).toEqual({});
  });

  test('keeps the newer of two words, of which the first waits as it was and the second as it is now', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(updateOf(milk, { quantity: '3' }, 1));
    move(provider);
    expect(await roundOver(device, scriptedWire(provider, { PUT: [dropRequest] }))).toMatchObject({ kind: 'failed' });
    device.type(updateOf(moved, { quantity: '4' }, 2));
    const send = scriptedWire(provider);
    let second = (): void => undefined;
    let isFirst = true;
    const slow: typeof send = async (request) => {
      if (request.method === 'PUT' && isFirst) {
        isFirst = false;
        await Promise.race([
          new Promise<void>((resolve) => {
            second = resolve;
          }),
          new Promise((resolve) => setTimeout(resolve, 30)),
        ]);
        return send(request);
      }
      const answer = await send(request);
      if (request.method === 'PUT') second();
      return answer;
    };
    expect(await roundOver(device, slow)).toEqual({ kind: 'done' });
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '4', list: other.id });
    await roundOver(device, send);
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '4', list: other.id });
    expect(allChanges(device.state().log)).toEqual([]);
    expect(device.state().log.marks).toEqual({});
  });

  test('keeps the newest of three words, of which the second was typed where it stood for a while', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(updateOf(milk, { quantity: '3' }, 1));
    device.type(updateOf(moved, { quantity: '4' }, 2));
    device.type(updateOf(milk, { quantity: '5' }, 3, 'b'));
    expect(await roundOver(device, scriptedWire(provider))).toEqual({ kind: 'done' });
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '5' });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('takes it along also into a list that was made after the lists were read', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    device.type(updateOf(milk, { quantity: '3' }, 1));
    const send = scriptedWire(provider);
    let isMoved = false;
    const movedBetween: typeof send = (request) => {
      if (request.path.startsWith('/list-items') && !isMoved) {
        isMoved = true;
        move(provider);
      }
      return send(request);
    };
    await roundOver(device, movedBetween);
    await roundOver(device, send);
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '3', list: other.id });
    expect(allChanges(device.state().log)).toEqual([]);
  });

  test('counts as unsent until its change went', async () => {
    const provider = withMilk(manner);
    const device = await readingDevice(provider);
    move(provider);
    await roundOver(device, scriptedWire(provider));
    device.type(updateOf(milk, { quantity: '3' }, 1));
    expect(countUnsent(device.state())).toBe(1);
    await roundOver(device, scriptedWire(provider));
    expect(countUnsent(device.state())).toBe(0);
    expect(provider.row('items', milk.id)).toMatchObject({ quantity: '3' });
  });
});

test('an item that was moved takes along what is sent as PATCH', async () => {
  const provider = withMilk();
  const device = await readingDevice(provider);
  device.type(updateOf(milk, { quantity: '3' }, 1));
  move(provider);
  expect(await roundOver(device, scriptedWire(provider), { isDiffMode: true })).toEqual({ kind: 'done' });
  expect(provider.row('items', milk.id)).toMatchObject({ quantity: '3', list: other.id });
  expect(allChanges(device.state().log)).toEqual([]);
});
