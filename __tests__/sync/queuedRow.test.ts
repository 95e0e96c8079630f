import { expect, test } from '@jest/globals';
import { allChanges } from '../../src/sync/model/syncState';
import { anItem, insertOf, listId, updateOf } from '../support/builders';
import { providerRow, withList } from '../support/milkList';
import { makeHost, roundOver, scriptedWire } from '../support/roundOver';

/** Six calls go out at a time: of eight rows with changes the last one waits for its turn. */
const items = Array.from({ length: 8 }, (_, index) => anItem(index + 1, listId(1), { description: 'milk' }));
const last = items[7] as (typeof items)[number];

test.each([
  { name: 'one by one', isDiffMode: false },
  { name: 'in a batch, after the additions', isDiffMode: true },
])(
  'given text typed while its row waits to be sent, then the answer does not settle it: $name',
  async ({ isDiffMode }) => {
    const provider = withList();
    for (const { id } of isDiffMode ? [last] : items) provider.put('items', { uuid: id, ...providerRow });
    const device = makeHost();
    const send = scriptedWire(provider);
    await roundOver(device, send);
    const others = items.slice(0, -1);
    const made = (item: typeof last, counter: number) =>
      isDiffMode ? insertOf(item, counter) : updateOf(item, { quantity: '2' }, counter);
    device.type(...others.map((item, index) => made(item, index + 1)), updateOf(last, { quantity: '2' }, 9));
    let isTyped = false;
    const typing: typeof send = async (request) => {
      const isWrite = request.method !== 'GET';
      if (isWrite && !isTyped) {
        isTyped = true;
        device.type(updateOf(last, { done: true }, 20));
      }
      const answer = await send(request);
      const isOfLast =
        request.method === 'PATCH' || request.path.endsWith(`${provider.row('items', last.id)?.documentId}`);
      if (isWrite && isOfLast) throw new Error('the answer is lost');
      return answer;
    };
    await roundOver(device, typing, { isDiffMode });
    // It arrived, and another device that saw it says otherwise.
    expect(provider.row('items', last.id)).toMatchObject({ quantity: '2' });
    provider.put('items', { uuid: last.id, quantity: '12' });
    await roundOver(device, send, { isDiffMode });
    expect(provider.row('items', last.id)).toMatchObject({ quantity: '12', done: true });
    expect(allChanges(device.state().log)).toEqual([]);
  },
);
