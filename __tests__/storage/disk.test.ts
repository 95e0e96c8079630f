import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { takeHandedOver } from '../../src/app/handOver';
import { reloadForLostDisk } from '../../src/app/reloadForLostDisk';
import { asUserId } from '../../src/contract/ids';
import { HANDED_OVER_KEY, RELOADED_AT_KEY, userDatabaseName } from '../../src/contract/storageKeys';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { itemChecked, itemEdited } from '../../src/store/acts/intents';
import { log } from '../../src/store/acts/log';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import type { Ports } from '../../src/store/state/ports';
import { selectSessionPhase } from '../../src/store/state/sessionSlice';
import { PUSH_DEBOUNCE_MS } from '../../src/sync/wire/timing';
import {
  allSent,
  always,
  attackWorld,
  countSent,
  createsOf,
  first,
  isMethod,
  isWrite,
  openPulled,
  seenIn,
  seesWithin,
  sync,
  unsent,
} from '../support/attackWorld';
import type { TestBrowser, TestTab } from '../support/browserWorld';
import { answering, faults } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { hooked, NO_ROOM, namedDatabases } from '../support/fillingDisk';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { pass, passUntil, stopTabTime } from '../support/tabTime';

const world = attackWorld();

/** Why the disk refuses what it is asked, while it does: to be opened or read, or a transaction that has such a part. */
interface Disk {
  open: Error | null;
  read: Error | null;
  changes: Error | null;
  base: Error | null;
}

const broken = new DOMException('Internal error opening backing store', 'UnknownError');

const makeDisk = (): { disk: Disk; ports: Pick<Ports, 'openUserDatabase'> } => {
  const disk: Disk = { open: null, read: null, changes: null, base: null };
  const unless = (name: keyof Disk) => (): void => {
    const error = disk[name];
    if (error) throw error;
  };
  const before = { read: unless('read'), changes: unless('changes'), base: unless('base') };
  return {
    disk,
    ports: {
      openUserDatabase: (user, newId) => {
        const database = hooked(openUserDatabase(user, newId), before);
        const open = async () => {
          unless('open')();
          await database.open();
        };
        return { ...database, open };
      },
    },
  };
};

/** What the disk refused is tried again so much later. */
const RETRY_MS = 5000;

const errorsOf = (tab: Awaited<ReturnType<typeof openPulled>>) => tab.store.getState().errors.map(({ id }) => id);

const phase = (tab: Awaited<ReturnType<typeof openPulled>>, wanted: string) =>
  eventually(
    () => selectSessionPhase(tab.store.getState()),
    (now) => now === wanted,
  );

const opened = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const { disk, ports } = makeDisk();
  const tab = await openPulled(browser, ports);
  const listId = tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = tab.store.dispatch(addItem(listId, { description: 'mleko' }));
  await sync(tab);
  return { account, browser, disk, ports, tab, listId, itemId };
};

/** The tab dies, and is opened again with nothing to go by but the disk. */
const reopenedAlone = (tab: TestTab, browser: TestBrowser, ports: Partial<Ports>): Promise<TestTab> => {
  tab.kill();
  world.server.wire = always(() => true, answering(503, 'down'));
  return browser.openTab(ports);
};

afterEach(() => {
  jest.useRealTimers();
});

/** The person clears the site's data, or the browser does, while tabs are open. */
const wipeDatabases = async (): Promise<void> => {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith(userDatabaseName(asUserId('')))) continue;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
  }
};

const LOST = new DOMException(
  'Connection to Indexed Database server lost. Refresh the page to try again',
  'UnknownError',
);

/** The page of a tab, as far as it is asked before it reloads. */
const pageOf = () => {
  const stored = new Map<string, string>();
  const reload = jest.fn();
  const page = {
    document: { querySelector: () => null },
    navigator: { serviceWorker: { controller: {} } },
    performance: { timeOrigin: 0, now: () => 0 },
    location: { reload },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    },
  };
  return { page: page as unknown as Window, reload };
};

describe('WebKit has taken the disk from a page', () => {
  const lostDisk = async () => {
    const { disk, tab, listId, ...rest } = await opened();
    const { page, reload } = pageOf();
    stopTabTime();
    reloadForLostDisk(page, tab.store);
    Object.assign(disk, { open: LOST, read: LOST, changes: LOST, base: LOST });
    return { ...rest, tab, listId, page, reload };
  };

  test('given a change after that, when nobody types for a moment, then the page is loaded again, and the next one sends it', async () => {
    const { account, browser, tab, listId, page, reload } = await lostDisk();
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await passUntil(() => reload.mock.calls.length > 0, 2 * RETRY_MS);
    expect((await account.items()).length).toBe(1);
    tab.kill();
    const next = await browser.openTab({ takeUnsaved: async (user) => takeHandedOver(page, user) });
    await passUntil(() => unsent(next) === 0, 2 * PUSH_DEBOUNCE_MS);
    await seesWithin(next, ['Zakupy: mleko||open, chleb||open']);
    expect((await account.items()).map(({ description }) => description).sort()).toEqual(['chleb', 'mleko']);
    const { user } = next.store.getState().session;
    expect(user && takeHandedOver(page, user.id)).toEqual([]);
  });

  test('given a person who types, then the page waits for a pause, and hands over the last word', async () => {
    const { tab, listId, page, reload } = await lostDisk();
    const itemId = tab.store.dispatch(addItem(listId, { description: '' }));
    for (const description of ['s', 'se', 'ser']) {
      await pass(RETRY_MS / 5);
      tab.store.dispatch(itemEdited({ listId, itemId, fields: { description } }));
      expect(reload).not.toHaveBeenCalled();
    }
    await passUntil(() => reload.mock.calls.length > 0, RETRY_MS);
    expect(page.sessionStorage.getItem(HANDED_OVER_KEY)).toContain('"ser"');
  });

  test('given a page that changes without the person, then it does not wait for that', async () => {
    const { tab, listId, reload } = await lostDisk();
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    for (let second = 0; second < 4; second += 1) {
      await pass(RETRY_MS / 5);
      tab.store.dispatch(log('info', 'something came'));
    }
    expect(reload).toHaveBeenCalled();
  });

  test('given an open dialog, or a page that was just loaded again for the same reason, then it stays, and nothing is handed over', async () => {
    const { tab, listId, page, reload } = await lostDisk();
    const { querySelector } = page.document;
    Object.assign(page.document, { querySelector: () => ({}) });
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await pass(2 * RETRY_MS);
    page.sessionStorage.setItem(RELOADED_AT_KEY, '1');
    Object.assign(page.document, { querySelector });
    await pass(2 * RETRY_MS);
    expect(errorsOf(tab)).toContain('storageError');
    expect(reload).not.toHaveBeenCalled();
    expect(page.sessionStorage.getItem(HANDED_OVER_KEY)).toBeNull();
  });
});

test('given damaged records from the page before, or those of somebody else, then they are not taken', () => {
  const { page } = pageOf();
  const records = [null, {}, { store: 'meta', key: 'progress' }, { store: 'changes', key: 'a', value: { id: 1 } }];
  const removal = { store: 'changes', key: 'b' };
  page.sessionStorage.setItem(HANDED_OVER_KEY, JSON.stringify({ user: '1', records: [...records, removal] }));
  expect(takeHandedOver(page, asUserId('2'))).toEqual([]);
  expect(takeHandedOver(page, asUserId('1'))).toEqual([removal]);
  expect(takeHandedOver(page, asUserId('1'))).toEqual([]);
  page.sessionStorage.setItem(HANDED_OVER_KEY, '{');
  expect(takeHandedOver(page, asUserId('1'))).toEqual([]);
});

describe('a disk that fails', () => {
  test('given no room for a change, then the person sees a warning, the change stays on screen, and the next good write clears both', async () => {
    const { browser, disk, ports, tab, listId, itemId } = await opened();
    tab.setOnline(false);
    disk.changes = NO_ROOM;
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await eventually(
      () => errorsOf(tab),
      (ids) => ids.includes('storageError'),
    );
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open']);
    disk.changes = null;
    tab.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await eventually(
      () => errorsOf(tab),
      (ids) => !ids.includes('storageError'),
    );
    const again = await reopenedAlone(tab, browser, ports);
    expect(seenIn(again.store)).toEqual(['Zakupy: mleko|2|done']);
  });

  test('given a change that is not on disk, then other writes do not clear the warning', async () => {
    const { disk, tab, listId, itemId } = await opened();
    world.server.wire = always(isWrite, answering(503, 'down'));
    disk.changes = NO_ROOM;
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab, true);
    await sync(tab, true);
    expect(errorsOf(tab)).toContain('storageError');
    world.server.wire = null;
    await sync(tab);
    expect(unsent(tab)).toBe(0);
    expect(errorsOf(tab)).not.toContain('storageError');
  });

  test('given a full disk, then changes are still sent', async () => {
    const { account, disk, tab, listId } = await opened();
    disk.changes = NO_ROOM;
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(tab);
    // A round that was on its way already may have planned without it; the next one takes it along.
    await allSent(tab);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko', 'chleb']);
  });

  test('given a base that cannot be written, then accepted changes are not sent again, also after a restart', async () => {
    const { account, browser, disk, ports, tab, listId } = await opened();
    disk.base = NO_ROOM;
    const itemId = tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await sync(tab);
    expect(errorsOf(tab)).toContain('storageError');
    tab.kill();
    disk.base = null;
    const again = await openPulled(browser, ports);
    await seesWithin(again, ['Zakupy: mleko||open, chleb||open']);
    await allSent(again);
    expect(await account.items()).toHaveLength(2);
    expect(createsOf(world.server, itemId)).toBe(1);
  });

  test('given a base that cannot be written, when the tab dies, then the next one sends no old text over newer text', async () => {
    const { account, browser, disk, ports, tab, listId, itemId } = await opened();
    disk.base = NO_ROOM;
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'masło' } }));
    await sync(tab);
    await allSent(tab);
    tab.kill();
    disk.base = null;
    const partner = await openPulled(account.browser());
    partner.store.dispatch(itemEdited({ listId, itemId, fields: { description: 'śmietana' } }));
    await sync(partner);
    await allSent(partner);
    const again = await openPulled(browser, ports);
    await seesWithin(again, ['Zakupy: śmietana||open']);
    await sync(again, true);
    expect((await account.items()).map(({ description }) => description)).toEqual(['śmietana']);
  });

  test('given a base that could not be written for a while, when a tab restarts offline, then it shows the last view', async () => {
    const { account, browser, disk, ports, tab } = await opened();
    stopTabTime();
    disk.base = NO_ROOM;
    await account.call('PUT', `/lists/${(await account.lists())[0]?.documentId}`, { data: { name: 'Apteka' } });
    await sync(tab, true);
    expect(errorsOf(tab)).toContain('storageError');
    tab.setOnline(false);
    disk.base = null;
    await passUntil(() => !errorsOf(tab).includes('storageError'), RETRY_MS);
    const again = await reopenedAlone(tab, browser, ports);
    expect(seenIn(again.store)).toEqual(['Apteka: mleko||open']);
  });

  test('given a full disk and two windows, then a change of the one that does not lead is sent too, once', async () => {
    const { account, browser, disk, ports, tab: leader, listId } = await opened();
    const other = await browser.openTab(ports);
    await seesWithin(other, ['Zakupy: mleko||open']);
    stopTabTime();
    disk.changes = NO_ROOM;
    const here = other.store.dispatch(addItem(listId, { description: 'chleb' }));
    const there = leader.store.dispatch(addItem(listId, { description: 'jajka' }));
    await passUntil(() => unsent(leader) + unsent(other) === 0, 2 * PUSH_DEBOUNCE_MS);
    const sent = (await account.items()).map(({ description }) => String(description)).sort();
    expect(sent).toEqual(['chleb', 'jajka', 'mleko']);
    for (const id of [here, there]) expect(createsOf(world.server, id)).toBe(1);
    await seesWithin(leader, ['Zakupy: mleko||open, chleb||open, jajka||open']);
  });

  test('given a full disk and two windows, then a change that only one has stays on its screen', async () => {
    const { account, browser, disk, ports, tab: leader, listId, itemId } = await opened();
    const other = await browser.openTab(ports);
    await seesWithin(other, ['Zakupy: mleko||open']);
    world.server.wire = always(isWrite, answering(503, 'down'));
    disk.changes = NO_ROOM;
    other.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(leader, true);
    await sync(leader, true);
    expect(seenIn(other.store)).toEqual(['Zakupy: mleko|2|open']);
    expect(seenIn(leader.store)).toEqual(['Zakupy: mleko||open']);
    disk.changes = null;
    world.server.wire = null;
    other.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await seesWithin(leader, ['Zakupy: mleko|2|done']);
    await sync(leader);
    await allSent(other);
    expect(await account.items()).toMatchObject([{ quantity: '2', done: true }]);
  });

  test('given a slow disk, then no request is sent before its in-flight write is on disk', async () => {
    const account = await world.signUp();
    const written = gate();
    const tab = await openPulled(account.browser(), {
      openUserDatabase: namedDatabases('slow-inFlight', { inFlight: () => written.opened }),
    });
    tab.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
    void sync(tab);
    await eventually(
      () => Object.keys(tab.store.getState().data.log.inFlight).length,
      (inFlight) => inFlight > 0,
    );
    await settled();
    expect(countSent(world.server, 'POST')).toBe(0);
    written.open();
    await allSent(tab);
    expect(await account.lists()).toHaveLength(1);
  });

  test('given a full disk, when the token is refused, then changes in memory wait for their user only', async () => {
    const { account, disk, tab, listId, itemId } = await opened();
    const other = await world.signUp();
    world.server.wire = always(isWrite, answering(503, 'down'));
    disk.changes = NO_ROOM;
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    world.server.wire = always(() => true, answering(401, 'no'));
    await sync(tab, true);
    await phase(tab, 'guest');
    world.server.wire = null;
    await tab.store.dispatch(logIn(other.email, 'a good password'));
    await phase(tab, 'open');
    expect(seenIn(tab.store)).toEqual([]);
    await tab.store.dispatch(signOut());
    await tab.store.dispatch(logIn(account.email, 'a good password'));
    await phase(tab, 'open');
    await seesWithin(tab, ['Zakupy: mleko|2|open']);
    await allSent(tab);
    expect(await account.items()).toMatchObject([{ quantity: '2' }]);
    expect(await other.items()).toEqual([]);
  });

  test('given a disk that cannot be opened, then the person sees a warning and the app works from the server', async () => {
    const { account, browser, disk, ports, tab } = await opened();
    tab.kill();
    Object.assign(disk, { open: broken, read: broken, changes: broken, base: broken });
    const again = await openPulled(browser, ports);
    expect(selectSessionPhase(again.store.getState())).toBe('open');
    await seesWithin(again, ['Zakupy: mleko||open']);
    expect(errorsOf(again)).toContain('storageError');
    again.store.dispatch(addList({ name: 'Bez dysku', icon: 'cat' }));
    await sync(again);
    expect(await account.lists()).toHaveLength(2);
    await again.store.dispatch(signOut());
    await settled();
  });

  test('given a database that cannot be opened, then the app works from the server', async () => {
    const account = await world.signUp();
    const tab = await openPulled(account.browser(), { openUserDatabase: () => Promise.reject(broken) });
    tab.store.dispatch(addList({ name: 'Bez bazy', icon: 'cat' }));
    await sync(tab);
    expect(await account.lists()).toHaveLength(1);
    await sync(tab, true);
    expect(seenIn(tab.store)).toEqual(['Bez bazy: ']);
    await tab.store.dispatch(signOut());
    await settled();
  });

  test('given a sign-out, then the connection to the disk is closed', async () => {
    const { tab } = await opened();
    const close = jest.spyOn(IDBDatabase.prototype, 'close');
    await tab.store.dispatch(signOut());
    expect(close).toHaveBeenCalledTimes(1);
    close.mockRestore();
  });

  test('given databases that are deleted under an open tab, then its unsent changes are written again', async () => {
    const { account, browser, ports, tab, listId, itemId } = await opened();
    world.server.wire = always(() => true, answering(503, 'down'));
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    tab.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    await wipeDatabases();
    tab.setVisible(false);
    await settled();
    tab.setVisible(true);
    await settled();
    expect(seenIn(tab.store)).toEqual(['Zakupy: mleko|2|open, chleb||open']);
    expect(unsent(tab)).toBe(2);
    tab.kill();
    world.server.wire = null;
    const again = await openPulled(browser, ports);
    await allSent(again);
    await seesWithin(again, ['Zakupy: mleko|2|open, chleb||open']);
    expect(await account.items()).toHaveLength(2);
  });

  test('given an unanswered write, when the databases are deleted, then the next tab still repeats it under its key', async () => {
    const { account, browser, ports, tab, listId, itemId } = await opened();
    world.server.wire = first(isMethod('PUT'), faults.answerLost);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await sync(tab);
    const [row] = await account.items();
    expect(row?.quantity).toBe('2');
    world.server.wire = always(() => true, answering(503, 'down'));
    await wipeDatabases();
    tab.setVisible(false);
    await settled();
    tab.setVisible(true);
    await settled();
    tab.kill();
    await account.call('PUT', `/list-items/${row?.documentId}`, { data: { quantity: '12' } });
    world.server.wire = null;
    const again = await openPulled(browser, ports);
    await allSent(again);
    const [now] = await account.items();
    expect(now?.quantity).toBe('12');
  });

  test('given a connection that the browser closes, then it is opened again and the write is done once', async () => {
    const { browser, ports, tab, listId, itemId } = await opened();
    const transaction = IDBDatabase.prototype.transaction;
    const closed = new Set<string>();
    jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...call) {
      if (!closed.has(this.name)) {
        closed.add(this.name);
        throw new DOMException('The database connection is closing.', 'InvalidStateError');
      }
      return transaction.apply(this, call);
    });
    tab.setOnline(false);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await settled();
    expect(errorsOf(tab)).not.toContain('storageError');
    const again = await reopenedAlone(tab, browser, ports);
    expect(seenIn(again.store)).toEqual(['Zakupy: mleko|2|open']);
  });

  test('given a disk that needs eight seconds, then no stored data is replaced by the initial state', async () => {
    const { browser, ports, tab, listId, itemId } = await opened();
    tab.setOnline(false);
    tab.store.dispatch(itemEdited({ listId, itemId, fields: { quantity: '2' } }));
    await settled();
    tab.kill();
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const slow: Partial<Ports> = {
      ...ports,
      activity: { isOnline: () => false, isVisible: () => true, subscribe: () => () => undefined },
      openUserDatabase: async (user, newId) =>
        hooked(await ports.openUserDatabase(user, newId), {
          read: () => new Promise((resolve) => setTimeout(resolve, 8000)),
        }),
    };
    const pass = async (ms: number): Promise<void> => {
      for (let step = 0; step < 20; step += 1) {
        await jest.advanceTimersByTimeAsync(ms / 20);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const opening = browser.openTab(slow);
    let isOpen = false;
    void opening.then(() => {
      isOpen = true;
    });
    await pass(7000);
    expect(isOpen).toBe(false);
    await pass(2000);
    const again = await opening;
    expect(seenIn(again.store)).toEqual(['Zakupy: mleko|2|open']);
    await pass(9000);
    expect(seenIn(again.store)).toEqual(['Zakupy: mleko|2|open']);
  });

  test('the first start with nothing stored and no network opens, empty and ready to write', async () => {
    const account = await world.signUp();
    world.server.wire = always(() => true, answering(503, 'down'));
    const tab = await account.browser().openTab();
    expect(selectSessionPhase(tab.store.getState())).toBe('open');
    tab.store.dispatch(addList({ name: 'Pierwsza', icon: 'tomato' }));
    expect(seenIn(tab.store)).toEqual(['Pierwsza: ']);
  });

  test('a cold start offline, an addition, a kill, and a start online: the addition arrives once', async () => {
    const { account, browser, ports, tab, listId } = await opened();
    tab.kill();
    world.server.wire = always(() => true, answering(503, 'down'));
    const cold = await browser.openTab(ports);
    expect(seenIn(cold.store)).toEqual(['Zakupy: mleko||open']);
    const itemId = cold.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    cold.kill();
    world.server.seen.length = 0;
    world.server.wire = null;
    const warm = await openPulled(browser, ports);
    await allSent(warm);
    expect(createsOf(world.server, itemId)).toBe(1);
    expect(await account.items()).toHaveLength(2);
  });

  test('a new version is deployed with two tabs open and an unsent item: both reload, the item is sent once', async () => {
    const { account, browser, ports, tab, listId } = await opened();
    const other = await browser.openTab(ports);
    world.server.wire = always(isMethod('POST'), answering(502, 'deploying'));
    const itemId = other.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    tab.kill();
    other.kill();
    world.server.wire = null;
    world.server.seen.length = 0;
    const reloaded = await Promise.all([browser.openTab(ports), browser.openTab(ports)]);
    for (const each of reloaded) {
      await seesWithin(each, ['Zakupy: mleko||open, chleb||open']);
      await allSent(each);
    }
    expect(createsOf(world.server, itemId)).toBe(1);
    expect(countSent(world.server, 'POST')).toBe(1);
    expect(await account.items()).toHaveLength(2);
  });
});
