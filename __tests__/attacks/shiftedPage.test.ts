import { expect, test } from '@jest/globals';
import type { HttpRequest } from '../../src/sync/wire/call';
import { listId } from '../support/builders';
import { makeProvider } from '../support/modelProvider';
import { makeHost, roundOver, scriptedWire } from '../support/roundOver';

const MANY = 150;

test.each([true, false])(
  'a row is removed elsewhere between two pages: known before %s, no later row is missed with its new words',
  async (isKnown) => {
    const provider = makeProvider('strapi');
    for (let number = 1; number <= MANY; number += 1)
      provider.put('lists', { uuid: listId(number), name: `list ${number}` });
    const device = makeHost();
    let now = 0;
    if (isKnown) await roundOver(device, scriptedWire(provider), { now: () => now });
    for (let number = 1; number <= MANY; number += 1)
      provider.put('lists', { uuid: listId(number), name: `new ${number}` });
    const send = async (request: HttpRequest) => {
      const answer = provider.answer(request);
      if (request.path.includes('[page]=1')) provider.erase('lists', listId(1));
      return answer;
    };
    now = 60_000;
    await roundOver(device, send, { now: () => now });
    const names = () => Object.values(device.state().base.lists).map(({ row }) => ('name' in row ? row.name : ''));
    // The next act of the person begins a round from the cursor.
    now = 65_000;
    await roundOver(device, scriptedWire(provider), { force: false, now: () => now });
    expect(names()).toContain('new 101');
  },
);
