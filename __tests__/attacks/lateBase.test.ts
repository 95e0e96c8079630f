import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { itemEdited } from '../../src/store/acts/intents';
import { addItem } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import type { Ports } from '../../src/store/state/ports';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import {
  allSent,
  attackWorld,
  firstItemId,
  onlyListId,
  openPulled,
  seenIn,
  seesWithin,
  sync,
} from '../support/attackWorld';
import type { TestBrowser } from '../support/browserWorld';
import { eventually } from '../support/eventually';
import { namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';
import { pass, passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

afterEach(() => {
  jest.useRealTimers();
});

/** A browser may make a page in the back wait so long for its disk. */
const LATE_IN_BACK_MS = 1000;

/** Of the time that the test lets pass. */
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One disk, and who wrote base there. */
const makeDisk = () => {
  const writers: string[] = [];
  const written = (name: string, lateMs: () => number = () => 0): Ports['openUserDatabase'] =>
    namedDatabases('late', {
      base: () => {
        const note = (): void => void writers.push(name);
        return lateMs() ? later(lateMs()).then(note) : note();
      },
    });
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
  return { account, ...makeDisk() };
};

const SEEN = ['Zakupy: mleko||open, chleb||open'];

/** Two windows at the sign-in, one of them in the back; somebody signs in in the other. */
const signedInBesideOther = async () => {
  const { account, writers, written } = await withItems();
  stopTabTime();
  const browser: TestBrowser = account.browser();
  Object.assign(browser.session, { token: null, user: null });
  const front = await browser.openTab({ openUserDatabase: written('front') });
  const back = await browser.openTab({ openUserDatabase: written('back', () => LATE_IN_BACK_MS) });
  back.setVisible(false);
  await front.store.dispatch(logIn(account.email, 'a good password'));
  await seesWithin(front, SEEN);
  await eventually(
    () => selectSessionPhase(back.store.getState()),
    (phase) => phase === 'open',
  );
  await pass(LATE_IN_BACK_MS + 300);
  return { account, browser, front, back, writers, written };
};

describe('given a background window at the sign-in, when somebody signs in in another window', () => {
  test('then it writes no base, because it does not lead', async () => {
    const { writers } = await signedInBesideOther();
    expect(writers).not.toContain('back');
  });

  test('then the pulled rows stay on disk for the next start offline', async () => {
    const { browser, front, back, written } = await signedInBesideOther();
    front.kill();
    back.kill();
    const next = await browser.openTab({
      openUserDatabase: written('next'),
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(seenIn(next.store)).toEqual(SEEN);
  });

  test('then an offline edit there is sent at the next start', async () => {
    const { account, browser, front, back, written } = await signedInBesideOther();
    await sync(front);
    await settled();
    front.setOnline(false);
    front.store.dispatch(
      itemEdited({ listId: onlyListId(front), itemId: firstItemId(front), fields: { quantity: '2' } }),
    );
    await settled();
    front.kill();
    back.kill();
    const next = await openPulled(browser, { openUserDatabase: written('next') });
    await allSent(next);
    await sync(next, true);
    expect((await account.items()).map(({ quantity }) => quantity ?? '')).toEqual(['2', '']);
  });
});

test('given a window that gave up the lead, then it writes no base after the new leader', async () => {
  const { account, writers, written } = await withItems();
  const browser = account.browser();
  let lateMs = 0;
  const one = await openPulled(browser, { openUserDatabase: written('one', () => lateMs) });
  await browser.openTab({ openUserDatabase: written('two') });
  stopTabTime();
  one.store.dispatch(addItem(onlyListId(one), { description: 'masło' }));
  await settled();
  lateMs = LATE_IN_BACK_MS;
  writers.length = 0;
  one.setVisible(false);
  await passUntil(() => writers.includes('two'), 6 * LATE_IN_BACK_MS);
  await pass(3 * LATE_IN_BACK_MS);
  expect(writers.slice(writers.indexOf('two'))).not.toContain('one');
});

test('the last write of a lead is on disk before the next one begins, however slow the disk is', async () => {
  const { account } = await withItems();
  const steps: string[] = [];
  let isSlow = false;
  const slow = namedDatabases(
    'late',
    {
      base: () => {
        steps.push('one begins');
        return isSlow ? later(100) : undefined;
      },
    },
    { base: () => void steps.push('one ends') },
  );
  const next = namedDatabases('late', { base: () => void steps.push('two writes') });
  const browser = account.browser();
  const one = await openPulled(browser, { openUserDatabase: slow });
  await browser.openTab({ openUserDatabase: next });
  await settled();
  stopTabTime();
  isSlow = true;
  one.store.dispatch(addItem(onlyListId(one), { description: 'masło' }));
  await settled();
  steps.length = 0;
  one.setVisible(false);
  await passUntil(() => steps.includes('two writes'), 5000);
  expect(steps).toContain('one ends');
  await pass(500);
  expect(steps.slice(steps.indexOf('two writes'))).not.toContain('one ends');
});
