import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { logIn } from '../../src/store/session/signIn';
import { attackWorld, sync, unsent } from '../support/attackWorld';
import { PASSWORD } from '../support/contractServer';
import { judge, serverLines, shownLines } from '../support/householdJudge';
import { heardUnduly, readHistory, readServer } from '../support/householdServer';
import { type Household, walkHousehold } from '../support/householdWalk';
import { lawRuns } from '../support/lawRuns';
import { settled } from '../support/settled';
import { pass, stopTabTime } from '../support/tabTime';

const world = attackWorld();
const STEPS = 80;
const CALM_ROUNDS = 20;

beforeEach(stopTabTime);
afterEach(() => {
  jest.useRealTimers();
});

/** Everybody is signed in and online, and syncs until nothing waits. */
const calmDown = async ({ accounts, removedAccounts, devices }: Household): Promise<void> => {
  const living = devices.filter(({ account }) => !removedAccounts.has(account));
  for (const { tab } of devices.flatMap(({ seats }) => seats)) {
    tab.wake();
    tab.setOnline(true);
  }
  await settled();
  for (const { account, browser, seats } of living) {
    const email = accounts[account]?.email ?? '';
    if (browser.session.token === null) await seats[0]?.tab.store.dispatch(logIn(email, PASSWORD));
  }
  await pass(5_000);
  for (let calm = 0; calm < CALM_ROUNDS; calm += 1) {
    for (const { seats } of living) for (const { tab } of seats.slice(0, 1)) await sync(tab, true);
    await settled();
    if (calm > 0 && living.every(({ seats }) => seats.every(({ tab }) => unsent(tab) === 0))) break;
  }
};

const { seed, numRuns } = lawRuns(5);

describe('people who share lists', () => {
  test.each(Array.from({ length: numRuns }, (_, at) => seed + at))(
    'history %i: each sees what the server has for them and nothing of others, in order, with nothing left to send',
    async (history) => {
      const household = await walkHousehold(world, history, STEPS);
      await calmDown(household);
      await household.look();
      const { accounts, removedAccounts, devices } = household;
      const users = accounts.map(({ numberAtServer }) => numberAtServer);
      const lists = await readServer(world.server, users);
      expect(judge(household, lists, await readHistory(world.server, users))).toEqual([]);
      for (const device of devices) {
        const user = users[device.account] ?? 0;
        const wanted = serverLines(lists, user);
        for (const { tab } of device.seats) {
          const state = tab.store.getState();
          if (removedAccounts.has(device.account)) {
            await sync(tab, true);
            expect(tab.store.getState().session.phase).not.toBe('open');
            continue;
          }
          expect([device.name, shownLines(state)]).toEqual([device.name, wanted]);
          expect([unsent(tab), state.data.log.inFlight, state.errors]).toEqual([0, {}, []]);
        }
        if (removedAccounts.has(device.account)) continue;
        expect(await heardUnduly(world.server, user)).toEqual({ heard: [], isInOrder: true });
        for (const { tab } of device.seats) tab.kill();
        const reopened = await device.browser.openTab({
          fetch: () => Promise.reject(new TypeError('Failed to fetch')),
        });
        expect([device.name, shownLines(reopened.store.getState())]).toEqual([device.name, wanted]);
      }
    },
  );
});
