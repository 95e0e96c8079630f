import { describe, expect, test } from '@jest/globals';
import { itemChecked, itemEdited, listEdited } from '../../src/store/acts/intents';
import { addItem, addList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { selectItemIds, selectListIds } from '../../src/store/view/viewSelectors';
import { type Account, attackWorld, openPulled, seenIn, sync, unsent } from '../support/attackWorld';
import type { TestBrowser, TestTab } from '../support/browserWorld';
import { answering, type Fault, faults, refusing } from '../support/contractServer';
import { settled, turns } from '../support/settled';

const world = attackWorld();

/** mulberry32: the same seed walks the same way. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const WIRE_FAULTS: readonly Fault[] = [
  faults.lost,
  faults.answerLost,
  faults.doubled,
  answering(200, '<html>portal</html>'),
  answering(404, '<html>deploy</html>'),
  answering(500, 'down'),
  answering(503, 'down', { 'Retry-After': '0' }),
  refusing(429, 'Too Many Requests', { 'Retry-After': '0' }),
  async (_request, send) => {
    await turns(200);
    return send();
  },
];

interface Place {
  readonly browser: TestBrowser;
  tab: TestTab;
}

const walk = async (account: Account, seed: number) => {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const one = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)];
  world.server.wire = () => (random() < 0.35 ? (one(WIRE_FAULTS) ?? null) : null);
  const places: Place[] = [];
  for (let device = 0; device < 3; device += 1) {
    const skew = (device - 1) * 3_600_000;
    const browser = account.browser(() => Date.now() + skew);
    places.push({ browser, tab: await browser.openTab() });
  }

  const act = async (place: Place): Promise<void> => {
    const { store } = place.tab;
    const listId = one(selectListIds(store.getState()));
    if (!listId) {
      store.dispatch(addList({ name: `lista ${below(100)}`, icon: 'tomato' }));
      return;
    }
    const itemId = one(selectItemIds(store.getState(), listId));
    const choice = below(14);
    if (choice < 3 || !itemId) store.dispatch(addItem(listId, { description: `pozycja ${below(1000)}` }));
    else if (choice < 5) store.dispatch(itemEdited({ listId, itemId, fields: { quantity: String(below(100)) } }));
    else if (choice < 7) store.dispatch(itemChecked({ listId, itemId, done: below(2) === 1 }));
    else if (choice === 7) store.dispatch(deleteItem(listId, itemId));
    else if (choice === 8) store.dispatch(undoRemoval(store.dispatch(deleteItem(listId, itemId))));
    else if (choice === 9) store.dispatch(listEdited({ listId, fields: { name: `nazwa ${below(100)}` } }));
    else if (choice === 10 && below(3) === 0) store.dispatch(deleteList(listId));
    else if (choice === 11) place.tab.setOnline(below(2) === 1);
    else if (choice === 12) place.tab.setVisible(below(3) > 0);
    else {
      place.tab.kill();
      place.tab = await place.browser.openTab();
    }
  };

  for (let step = 0; step < 60; step += 1) {
    const place = one(places);
    if (!place) continue;
    await act(place);
    if (below(4) === 0) void sync(place.tab, below(3) === 0);
    if (below(6) === 0) await turns(5 * below(10));
  }
  world.server.wire = null;
  for (const { tab } of places) {
    tab.setOnline(true);
    tab.setVisible(true);
  }
  return places;
};

describe('a random walk over acts, faults, deaths, sleep and wrong clocks', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'seed %i: every device and the server end equal, with nothing left to send',
    async (seed) => {
      const account = await world.signUp();
      const places = await walk(account, seed);
      for (let calm = 0; calm < 20; calm += 1) {
        for (const { tab } of places) await sync(tab, true);
        if (places.every(({ tab }) => unsent(tab) === 0)) break;
        await settled();
      }
      for (const { tab } of places) await sync(tab, true);
      const fresh = await openPulled(account.browser());
      const server = (await account.items()).filter(({ description, quantity }) => description || quantity);
      const wanted = seenIn(fresh.store);
      for (const { tab } of places) {
        expect(unsent(tab)).toBe(0);
        expect(seenIn(tab.store)).toEqual(wanted);
        expect(tab.store.getState().errors).toEqual([]);
      }
      expect(new Set(server.map(({ uuid }) => uuid)).size).toBe(server.length);
    },
  );
});
