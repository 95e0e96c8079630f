import { afterEach, describe, expect, test } from '@jest/globals';
import { addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import type { Ports } from '../../src/store/state/ports';
import { openBroadcastChannel, type TabChannel, type TabMessage } from '../../src/sync/tabs/tabChannel';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  isPull,
  isWrite,
  openPulled,
  sync,
  unsent,
} from '../support/attackWorld';
import type { TestTab } from '../support/browserWorld';
import { answering } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { NO_ROOM, namedDatabases } from '../support/fillingDisk';
import { settled } from '../support/settled';

const world = attackWorld();

/** Writes get their answers when the test says. */
const holdWrites = () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.server.wire = always(isWrite, async (_request, send) => {
    await released;
    return send();
  });
  return () => {
    world.server.wire = null;
    release();
  };
};

const isSending = () =>
  eventually(
    () => countSent(world.server, 'POST', 'lists'),
    (count) => count > 0,
  );

const isRound = (path: string): boolean => path.startsWith('/api/list') && !path.endsWith('/sse');

const written = (tab: TestTab): Promise<void> | undefined =>
  tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.journal.flushed());

const leads = (tab: TestTab) =>
  eventually(
    () => tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.writesBase()),
    (isLeading) => isLeading === true,
  );

const tell = (tab: TestTab, message: TabMessage): void =>
  void tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.tell(message));

/** The same user signs in again: their changes are sent only if some tab gets the lock. */
const canLeadAgain = async (tab: TestTab, email: string) => {
  await tab.store.dispatch(logIn(email, 'a good password'));
  tab.store.dispatch(addList({ name: 'po wszystkim', icon: 'cat' }));
  void sync(tab);
  await allSent(tab);
};

/** A leader in the middle of its last round, because another tab asked for the lead. */
const handingOver = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const leader = await openPulled(browser);
  const other = await browser.openTab();
  const release = holdWrites();
  leader.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  // What is not on disk yet only this tab can send: it would keep the lead.
  await written(leader);
  tell(other, { kind: 'leadWanted' });
  await isSending();
  return { account, browser, leader, other, release };
};

describe('a session that ends releases the lock', () => {
  test('also when its tab is hidden and shown during the last round', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser());
    const release = holdWrites();
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    const left = tab.store.dispatch(signOut());
    await isSending();
    tab.setVisible(false);
    tab.setVisible(true);
    release();
    await left;
    await settled();
    await canLeadAgain(tab, account.email);
    expect(await account.lists()).toHaveLength(2);
  });

  test('also when it was just handing over the lead to another tab', async () => {
    const { account, leader, other, release } = await handingOver();
    const left = leader.store.dispatch(signOut());
    release();
    await left;
    await settled();
    await canLeadAgain(other, account.email);
    expect(await account.lists()).toHaveLength(2);
  });
});

describe('a hidden tab does not lead', () => {
  test('when it is opened in the background', async () => {
    const account = await world.signUp();
    const browser = account.browser();
    const activity = { isOnline: () => true, isVisible: () => false, subscribe: () => () => undefined };
    const hidden = await browser.openTab({ activity });
    const shown = await openPulled(browser);
    hidden.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await allSent(shown);
    expect(new Set(world.server.seen.filter(({ path }) => isRound(path)).map(({ session }) => session)).size).toBe(1);
  });

  test('when it is hidden while it hands over the lead', async () => {
    const { browser, leader, other, release } = await handingOver();
    leader.setVisible(false);
    release();
    await leads(other);
    other.setVisible(false);
    // Nobody else asks for the lock.
    await openPulled(browser);
  });
});

describe('a tab with a change that is not on the full disk', () => {
  const channels = new Set<TabChannel>();
  afterEach(() => {
    for (const channel of channels) channel.close();
    channels.clear();
  });

  /** A leader, and a tab beside it whose disk is full: what each of them says to the others, and how often that one tried to write. */
  const besideLeader = async (name: string) => {
    const account = await world.signUp();
    const browser = account.browser();
    const said: string[] = [];
    let tries = 0;
    const listening = (who: string): Partial<Ports> => ({
      openChannel: (channel, onMessage) => {
        const opened = openBroadcastChannel(`${name}-${channel}`, onMessage);
        channels.add(opened);
        return {
          ...opened,
          post: (message) => {
            said.push(`${who} ${message.kind}`);
            if (channels.has(opened)) opened.post(message);
          },
        };
      },
    });
    const leader = await openPulled(browser, { ...listening('leader'), openUserDatabase: namedDatabases(name) });
    const tab = await browser.openTab({
      ...listening('tab'),
      openUserDatabase: namedDatabases(name, {
        changes: () => {
          tries += 1;
          throw NO_ROOM;
        },
      }),
    });
    return { account, leader, tab, said, tries: () => tries };
  };

  test('asks for the lead when it becomes visible, not before', async () => {
    const { account, tab, said, tries } = await besideLeader('front');
    tab.setVisible(false);
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    await eventually(tries, (count) => count === 1);
    await settled();
    expect(said).not.toContain('tab leadWanted');
    expect(unsent(tab)).toBe(1);
    tab.setVisible(true);
    await eventually(
      () => said,
      (words) => words.includes('tab leadWanted'),
    );
    // Not because the disk refused it once more.
    expect(tries()).toBe(1);
    await allSent(tab);
    expect(await account.lists()).toHaveLength(1);
  });
});

test('given an error in a former leader, when a round of the new leader succeeds, then the error is cleared', async () => {
  const browser = (await world.signUp()).browser();
  const leader = await openPulled(browser);
  const other = await browser.openTab();
  const errors = () => leader.store.getState().errors.map(({ id }) => id);
  world.server.wire = always(isPull, answering(503, 'down'));
  await sync(leader);
  expect(errors()).toEqual(['syncManagerPullError']);
  tell(other, { kind: 'leadWanted' });
  await leads(other);
  world.server.wire = null;
  await sync(other, true);
  await eventually(errors, (ids) => ids.length === 0);
});
