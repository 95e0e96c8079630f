import { afterEach, describe, expect, test } from '@jest/globals';
import { type BaseStore, openBaseStore } from '../../src/storage/baseStore';
import { itemEdited } from '../../src/store/intents';
import type { Ports } from '../../src/store/ports';
import { addItem } from '../../src/store/rowThunks';
import { selectSessionPhase } from '../../src/store/sessionSlice';
import { logIn } from '../../src/store/sessionThunks';
import {
  type Account,
  allSent,
  attackWorld,
  firstItemId,
  onlyListId,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  wait,
} from '../support/attackWorld';
import type { TestBrowser } from '../support/browserWorld';
import { eventually } from '../support/eventually';

const world = attackWorld();

/** A browser lets the timers of a page in the back go off once a second; redux-persist writes in one. */
const TIMER_IN_BACK_MS = 1000;

/** One disk for base, and who wrote it. */
const disk = (account: Account) => {
  const writers: string[] = [];
  const written =
    (name: string, lateMs = 0): Ports['openBaseStore'] =>
    async () => {
      const store = await openBaseStore(`late-${account.userId}` as typeof account.userId);
      return {
        getItem: store.getItem.bind(store),
        removeItem: store.removeItem.bind(store),
        setItem: async (key, value) => {
          if (lateMs) await wait(lateMs);
          writers.push(name);
          return store.setItem(key, value);
        },
      } as BaseStore;
    };
  return { writers, written };
};

const withItems = async () => {
  const account = await world.signUp();
  const list = `lista-${account.userId}`;
  await account.call('POST', '/lists', { data: { uuid: list, name: 'Zakupy' } });
  for (const description of ['mleko', 'chleb']) {
    await account.call('POST', '/list-items', {
      data: { uuid: `${description}-${account.userId}`, list, description },
    });
  }
  return { account, ...disk(account) };
};

const SEEN = ['Zakupy: mleko||open, chleb||open'];

/** Two windows at the sign-in, one of them in the back; somebody signs in in the other. */
const signedInBesideOther = async () => {
  const { account, writers, written } = await withItems();
  const browser: TestBrowser = account.browser();
  Object.assign(browser.session, { token: null, user: null });
  const front = await browser.openTab({ openBaseStore: written('front') });
  const back = await browser.openTab({ openBaseStore: written('back', TIMER_IN_BACK_MS) });
  back.setVisible(false);
  await front.store.dispatch(logIn(account.email, 'a good password'));
  await seesWithin(front, SEEN);
  await eventually(
    () => selectSessionPhase(back.store.getState()),
    (phase) => phase === 'open',
  );
  await wait(TIMER_IN_BACK_MS + 300);
  return { account, browser, front, back, writers, written };
};

describe('a window in the back, at the sign-in as well, when somebody signs in in front', () => {
  test('writes nothing: it does not lead', async () => {
    const { writers } = await signedInBesideOther();
    expect(writers).not.toContain('back');
  });

  test('takes nothing off the disk: what was pulled is there at the next start, without a network', async () => {
    const { browser, front, back, written } = await signedInBesideOther();
    front.kill();
    back.kill();
    const next = await browser.openTab({
      openBaseStore: written('next'),
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(seenIn(next.store)).toEqual(SEEN);
  });

  test('costs nobody a change: what is edited offline then is sent by the next start', async () => {
    const { account, browser, front, back, written } = await signedInBesideOther();
    await sync(front);
    await wait(100);
    front.setOnline(false);
    front.store.dispatch(
      itemEdited({ listId: onlyListId(front), itemId: firstItemId(front), fields: { quantity: '2' } }),
    );
    await wait(100);
    front.kill();
    back.kill();
    const next = await openPulled(browser, { openBaseStore: written('next') });
    await allSent(next);
    await sync(next, true);
    expect((await account.items()).map(({ quantity }) => quantity ?? '')).toEqual(['2', '']);
  });
});

const { setInterval: setRealInterval } = globalThis;
afterEach(() => {
  globalThis.setInterval = setRealInterval;
});

/** Only redux-persist sets intervals of no length. */
const throttleTimers = (): void => {
  globalThis.setInterval = new Proxy(setRealInterval, {
    apply: (real, page, [act, ms, ...rest]) => Reflect.apply(real, page, [act, ms || TIMER_IN_BACK_MS, ...rest]),
  });
};

test('a window that went to the back and gave up the lead writes no base after the one that leads now', async () => {
  const { account, writers, written } = await withItems();
  const browser = account.browser();
  const one = await openPulled(browser, { openBaseStore: written('one') });
  await browser.openTab({ openBaseStore: written('two') });
  one.store.dispatch(addItem(onlyListId(one), { description: 'masło' }));
  await wait(50);
  throttleTimers();
  writers.length = 0;
  one.setVisible(false);
  await eventually(
    () => writers.includes('two'),
    (isLed) => isLed,
  );
  await wait(3 * TIMER_IN_BACK_MS);
  expect(writers.slice(writers.indexOf('two'))).not.toContain('one');
});

test('the last write of a lead is on disk before the next one begins, however slow the disk is', async () => {
  const { account, written } = await withItems();
  const steps: string[] = [];
  const slow: Ports['openBaseStore'] = async (user) => {
    const store = await written('one', 100)(user);
    return {
      ...store,
      setItem: async (key, value) => {
        steps.push('one begins');
        const end = await store.setItem(key, value);
        steps.push('one ends');
        return end;
      },
    } as BaseStore;
  };
  const next: Ports['openBaseStore'] = async (user) => {
    const store = await written('two')(user);
    return {
      ...store,
      setItem: async (key, value) => {
        steps.push('two writes');
        return store.setItem(key, value);
      },
    } as BaseStore;
  };
  const browser = account.browser();
  const one = await openPulled(browser, { openBaseStore: slow });
  await browser.openTab({ openBaseStore: next });
  await wait(500);
  one.store.dispatch(addItem(onlyListId(one), { description: 'masło' }));
  await wait(50);
  steps.length = 0;
  one.setVisible(false);
  await eventually(
    () => steps.includes('two writes'),
    (isLed) => isLed,
  );
  await wait(500);
  expect(steps.slice(steps.indexOf('two writes'))).not.toContain('one ends');
});
