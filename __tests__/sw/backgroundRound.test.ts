import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { lockName, SESSION_DATABASE } from '../../src/contract/storageKeys';
import { openProviderMemory } from '../../src/storage/providerMemory';
import { openRecords } from '../../src/storage/records';
import { openUserDatabase } from '../../src/storage/userDatabase';
import { openWorkerSession, type WorkerSession } from '../../src/storage/workerSession';
import { itemChecked } from '../../src/store/acts/intents';
import { addItem, addList } from '../../src/store/acts/rowThunks';
import type { Ports } from '../../src/store/state/ports';
import { requestBrowserLock } from '../../src/sync/tabs/browserLock';
import { openBroadcastChannel, type TabChannel } from '../../src/sync/tabs/tabChannel';
import {
  type Account,
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
import { clearSessionCopies } from '../support/clearSessionCopies';
import { answering, faults, PROVIDER, refusing } from '../support/contractServer';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { settled } from '../support/settled';
import { makeWorkerWorld } from '../support/workerWorld';

makeWorkerWorld();
const { roundFor, sendUnsent } = await import('../../sw/backgroundRound');
const world = attackWorld();
const copy = openWorkerSession();

const channels = new Set<TabChannel>();
afterEach(async () => {
  endPages();
  pagesEnd = newPages();
  for (const channel of channels) channel.close();
  channels.clear();
  // Also what the provider offers.
  await openRecords(SESSION_DATABASE, 'session').removeUpTo('\uffff');
});

/** With the process of a page its locks go. */
let endPages = (): void => undefined;
const newPages = (): Promise<void> =>
  new Promise((resolve) => {
    endPages = resolve;
  });
let pagesEnd = newPages();

/** A page on the same disk, locks and channels as the worker. */
const asWorker: Partial<Ports> = {
  openUserDatabase,
  lock: (name, signal, held) => requestBrowserLock(name, signal, () => Promise.race([held(), pagesEnd])),
  openChannel: (name, onMessage) => {
    const channel = openBroadcastChannel(name, onMessage);
    channels.add(channel);
    // A page that the test has killed may still say something; nobody hears it.
    return { ...channel, post: (message) => (channels.has(channel) ? channel.post(message) : undefined) };
  },
};

const saveCopy = (session: WorkerSession): Promise<void> => copy.write({ since: 1, session, user: null });
const signWorkerIn = (account: Account, isSameOrigin = true): Promise<void> =>
  saveCopy({
    token: account.jwt,
    userId: account.userId,
    apiUrl: `${PROVIDER}/api`,
    isSameOrigin,
    isDiffMode: false,
  });

/** All pages are closed; on disk stands a list with an item that never left the device. */
const leftBehind = async () => {
  const account = await world.signUp();
  const browser = account.browser();
  const page = await openPulled(browser, asWorker);
  await signWorkerIn(account);
  world.server.wire = always(isWrite, faults.lost);
  const listId = page.store.dispatch(addList({ name: 'Zakupy', icon: 'tomato' }));
  const itemId = page.store.dispatch(addItem(listId, { description: 'mleko' }));
  await settled();
  page.kill();
  endPages();
  pagesEnd = newPages();
  world.server.wire = null;
  world.server.seen.length = 0;
  return { account, browser, listId, itemId };
};

describe('the worker with all pages closed', () => {
  test('sends unsent changes once, and the page finds them settled at its next start', async () => {
    const { account, browser, listId, itemId } = await leftBehind();
    await sendUnsent(account.userId);
    expect((await account.items()).map(({ uuid }) => uuid)).toEqual([itemId]);
    await sendUnsent(account.userId);
    const page = await browser.openTab(asWorker);
    expect(unsent(page)).toBe(0);
    await seesWithin(page, ['Zakupy: mleko||open']);
    await sync(page);
    expect(createsOf(world.server, itemId)).toBe(1);
    expect(createsOf(world.server, listId)).toBe(2);
    expect(countSent(world.server, 'POST', 'lists')).toBe(1);
  });

  test('rejects while work remains, and continues at the next call', async () => {
    const { account, itemId } = await leftBehind();
    world.server.wire = first(isMethod('POST', 'list-items'), answering(503, 'down'));
    await expect(sendUnsent(account.userId)).rejects.toThrow('503');
    expect(await account.lists()).toHaveLength(1);
    await sendUnsent(account.userId);
    expect(createsOf(world.server, itemId)).toBe(2);
    expect(countSent(world.server, 'POST', 'lists')).toBe(1);
    expect(await account.items()).toHaveLength(1);
  });

  test('the answer is lost after the commit and the worker runs again: one row', async () => {
    const { account } = await leftBehind();
    world.server.wire = first(isMethod('POST', 'list-items'), faults.answerLost);
    await expect(sendUnsent(account.userId)).rejects.toThrow();
    await sendUnsent(account.userId);
    expect(await account.items()).toHaveLength(1);
  });

  test('given a provider on another origin that accepts keys, then it sends keys', async () => {
    const { account } = await leftBehind();
    await signWorkerIn(account, false);
    const keys: (string | null)[] = [];
    const isAsked = { inVain: true };
    world.server.wire = (request) => {
      if (request.url.endsWith('/capabilities') && isAsked.inVain) return answering(503, 'down');
      if (isWrite(request)) keys.push(request.headers.get('Idempotency-Key'));
      return null;
    };
    await expect(sendUnsent(account.userId)).rejects.toThrow('not said what it offers');
    expect(keys).toEqual([]);
    isAsked.inVain = false;
    await sendUnsent(account.userId);
    expect(keys).toEqual([expect.stringMatching(/tab1\.1$/), expect.stringMatching(/tab1\.1$/)]);
    expect(new Set(keys).size).toBe(2);
    expect(await openProviderMemory(`${PROVIDER}/api`).read()).toEqual({ idempotency: true, cascade: true });
  });

  test('a request that never answers gives the lock back, and the next call sends what waited', async () => {
    const { account, itemId } = await leftBehind();
    const { session } = await copy.read();
    if (!session) throw new Error('the worker is signed in');
    const stall = new AbortController();
    const round = roundFor(session, {
      channel: { post: () => undefined },
      openUserDatabase: (user) => openUserDatabase(user, () => 'device'),
      openProviderMemory,
      fetch: (_input, init) => {
        queueMicrotask(() => stall.abort(new Error('stalled')));
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(stall.signal.reason));
        });
      },
      now: Date.now,
      newId: () => 'operation',
      giveUpAfter: () => stall.signal,
      copy,
    });
    await expect(Promise.race([round, settled()])).rejects.toThrow();
    await sendUnsent(account.userId);
    expect((await account.items()).map(({ uuid }) => uuid)).toEqual([itemId]);
  });

  test('a sync event and an opening page coincide: each change is sent once', async () => {
    const { account, browser, itemId } = await leftBehind();
    const [page] = await Promise.all([browser.openTab(asWorker), sendUnsent(account.userId).catch(() => undefined)]);
    await seesWithin(page, ['Zakupy: mleko||open']);
    // While the worker has the lock the page only listens: it hears the answer, or leads and finds it on disk.
    await eventually(
      () => unsent(page),
      (count) => count === 0,
    );
    await sync(page);
    expect(createsOf(world.server, itemId)).toBe(1);
    expect(await account.items()).toHaveLength(1);
  });

  test('a page behind the worker hears what it settled', async () => {
    const { account, browser, listId, itemId } = await leftBehind();
    const page = await browser.openTab({
      ...asWorker,
      activity: { isOnline: () => true, isVisible: () => false, subscribe: () => () => undefined },
    });
    page.store.dispatch(itemChecked({ listId, itemId, done: true }));
    await settled();
    await sendUnsent(account.userId);
    await settled();
    expect(unsent(page)).toBe(0);
    expect(seenIn(page.store)).toEqual(['Zakupy: mleko||done']);
  });

  test('given a page that stores a change during the round and is closed, then it rejects, and sends it at the next call', async () => {
    const { account, browser, listId } = await leftBehind();
    const page = await browser.openTab({
      ...asWorker,
      activity: { isOnline: () => true, isVisible: () => false, subscribe: () => () => undefined },
    });
    const [sending, stored] = [gate(), gate()];
    world.server.wire = first(isMethod('POST', 'list-items'), async (_request, send) => {
      sending.open();
      await stored.opened;
      return send();
    });
    const round = expect(sendUnsent(account.userId)).rejects.toThrow();
    await sending.opened;
    page.store.dispatch(addItem(listId, { description: 'chleb' }));
    await settled();
    page.kill();
    stored.open();
    await round;
    await sendUnsent(account.userId);
    expect((await account.items()).map(({ description }) => description)).toEqual(['mleko', 'chleb']);
  });

  test('a refused token ends it without a retry, and clears the copy of that token only', async () => {
    const { account } = await leftBehind();
    const { since } = await copy.read();
    world.server.wire = always(() => true, refusing(401, 'Missing or invalid credentials'));
    await sendUnsent(account.userId);
    // With its time, so that no older sign-in counts as newer.
    expect([await copy.read(), since > 0]).toEqual([{ since, session: null, user: null }, true]);

    await signWorkerIn(account);
    const other = { ...(await copy.read()).session, token: 'a newer one' } as WorkerSession;
    world.server.wire = always(
      () => true,
      async (request, send) => {
        await saveCopy(other);
        return refusing(401, 'Missing or invalid credentials')(request, send);
      },
    );
    await expect(sendUnsent(account.userId)).rejects.toThrow('signed in anew');
    expect((await copy.read()).session?.token).toBe('a newer one');
  });

  test('given a sign-in while it waits for the lock, then it sends for that user', async () => {
    const { account, itemId } = await leftBehind();
    await saveCopy({ ...(await copy.read()).session, token: 'old' } as WorkerSession);
    const page = gate();
    void navigator.locks.request(lockName(account.userId), {}, () => page.opened);
    const sent = sendUnsent(account.userId);
    await settled();
    await signWorkerIn(account);
    page.open();
    await sent;
    expect((await account.items()).map(({ uuid }) => uuid)).toEqual([itemId]);
  });

  test('given a sign-out while it waits for the lock, then it sends nothing', async () => {
    const { account } = await leftBehind();
    const page = gate();
    void navigator.locks.request(lockName(account.userId), {}, () => page.opened);
    const sent = sendUnsent(account.userId);
    await settled();
    await clearSessionCopies();
    page.open();
    await sent;
    expect(countSent(world.server, 'POST')).toBe(0);
  });

  /** A page with the lead, and a wait for its lock that is over already. */
  const besidePage = async (account: Account, sendsUntilThen: boolean) => {
    const page = gate();
    void navigator.locks.request(lockName(account.userId), {}, () => page.opened);
    const waiting = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(waiting.signal);
    const ended = sendUnsent(account.userId).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    await settled();
    if (sendsUntilThen) await openUserDatabase(account.userId, () => 'page').commit({ log: await removalsOf(account) });
    waiting.abort(new Error('waited for the page'));
    const end = await ended;
    timeout.mockRestore();
    page.open();
    return end;
  };
  const removalsOf = async (account: Account) => {
    const { log } = await openUserDatabase(account.userId, () => 'reader').read();
    return log.map(({ store, key }) => ({ store, key }));
  };

  test('given a page that leads and sends in time, then the worker sends nothing and its work is done', async () => {
    const { account } = await leftBehind();
    expect(await besidePage(account, true)).toBe('done');
    expect(countSent(world.server, 'POST')).toBe(0);
  });

  test('given a page that leads and cannot send, then the worker sends nothing and is called again', async () => {
    const { account } = await leftBehind();
    expect(await besidePage(account, false)).toContain('waited for the page');
    expect(countSent(world.server, 'POST')).toBe(0);
  });

  test('given the marker of another user or of none, then it sends nothing', async () => {
    const { account } = await leftBehind();
    const other = await world.signUp();
    await sendUnsent(other.userId);
    await clearSessionCopies();
    await sendUnsent(account.userId);
    expect(countSent(world.server, 'POST')).toBe(0);
  });
});
