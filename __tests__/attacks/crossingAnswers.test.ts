import { expect, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { allSent, attackWorld, countSent, isMethod, openPulled, seesWithin, sync } from '../support/attackWorld';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';

const world = attackWorld();

/** A browser without locks: every visible tab leads and sends. */
const withoutLocks = { lock: (_name: string, _signal: AbortSignal, held: () => Promise<void>) => held() };

test.each([
  ['its answer comes after that to the later one', false],
  ['itself arrives after the later one', true],
])(
  'given two sending tabs that edit one row, when %s of the earlier write, then the later text is everywhere',
  async (_name, arrivesLast) => {
    const account = await world.signUp();
    const browser = account.browser();
    const left = await openPulled(browser, withoutLocks);
    const right = await openPulled(browser, withoutLocks);
    const listId = left.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const itemId = left.store.dispatch(addItem(listId, { description: 'mleko' }));
    await sync(left);
    for (const tab of [left, right]) await seesWithin(tab, ['Zakupy: mleko||open']);
    for (const tab of [left, right]) await allSent(tab);

    world.server.seen.length = 0;
    const slow = gate();
    let isFirst = true;
    world.server.wire = (request) => {
      if (!isMethod('PUT')(request) || !isFirst) return null;
      isFirst = false;
      return async (_request, send) => {
        if (arrivesLast) await slow.opened;
        const answer = await send();
        await slow.opened;
        return answer;
      };
    };
    left.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'z lewej' } }));
    const sent = sync(left);
    await eventually(
      () => countSent(world.server, 'PUT'),
      (count) => count === 1,
    );
    right.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'z prawej' } }));
    await sync(right);
    expect(countSent(world.server, 'PUT')).toBeGreaterThanOrEqual(2);
    slow.open();
    await sent;
    for (const tab of [left, right, left, right]) await sync(tab, true);
    for (const tab of [left, right]) await allSent(tab);
    for (const tab of [left, right]) await seesWithin(tab, ['Zakupy: z prawej||open']);
    expect((await account.items()).map(({ description }) => description)).toEqual(['z prawej']);
  },
);
