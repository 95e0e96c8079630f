import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { QUESTION_TIMEOUT_MS } from '../../src/store/acts/callProvider';
import { always, attackWorld, countSent, first, openPulled, sync } from '../support/attackWorld';
import { openBrowser, type TestTab } from '../support/browserWorld';
import { answering, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';

const world = attackWorld();

const isQuestion = ({ url }: Request): boolean => url.endsWith('/capabilities');
const isLearned = (tab: TestTab) =>
  eventually(
    () => tab.store.getState().capabilities.offered,
    ({ cascade }) => cascade,
  );

/** Lets the test say when the patience with whatever was asked is over. */
const patience = () => {
  const ends: (() => void)[] = [];
  const startTimer = globalThis.setTimeout;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms === QUESTION_TIMEOUT_MS) ends.push(run);
    return startTimer(run, ms);
  }) as typeof setTimeout);
  return (): void => {
    for (const end of ends) end();
  };
};

describe('what the provider offers', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('is learned with the first good round when the first question got no answer', async () => {
    world.server.wire = always(isQuestion, answering(503, 'down'));
    const tab = await openPulled((await world.signUp()).browser());
    world.server.wire = null;
    await sync(tab);
    await isLearned(tab);
  });

  test('is learned with a good round after the first question was never answered', async () => {
    const endPatience = patience();
    world.server.wire = first(isQuestion, () => new Promise(() => undefined));
    const tab = await openPulled((await world.signUp()).browser());
    await sync(tab);
    // The start asks, and so does the first round, which does not wait for the other question.
    expect(countSent(world.server, 'GET', 'capabilities')).toBe(2);
    endPatience();
    await sync(tab);
    await isLearned(tab);
  });

  test('is learned by a tab that does not lead as well', async () => {
    const browser = (await world.signUp()).browser();
    const leader = await openPulled(browser);
    world.server.wire = always(isQuestion, answering(503, 'down'));
    const other = await browser.openTab();
    world.server.wire = null;
    await sync(leader);
    await isLearned(other);
  });

  test('is learned by a guest who starts offline once the network is there', async () => {
    let isOnline = false;
    const watchers = new Set<() => void>();
    const tab = await openBrowser().openTab({
      fetch: (...call) => (isOnline ? fetch(...call) : Promise.reject(new TypeError('Failed to fetch'))),
      activity: {
        isOnline: () => isOnline,
        isVisible: () => true,
        subscribe: (watch) => {
          watchers.add(watch);
          return () => watchers.delete(watch);
        },
      },
    });
    expect(tab.store.getState().capabilities.offered.registration).toBe(false);
    isOnline = true;
    for (const watch of watchers) watch();
    await isLearned(tab);
    tab.kill();
  });

  test('is asked once, also when the answer is a refusal', async () => {
    world.server.wire = always(isQuestion, refusing(404, 'Not Found'));
    const tab = await openPulled((await world.signUp()).browser());
    await sync(tab);
    tab.setVisible(false);
    tab.setVisible(true);
    await sync(tab);
    expect(countSent(world.server, 'GET', 'capabilities')).toBe(1);
  });
});
