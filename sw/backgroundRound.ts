import { v7 } from 'uuid';
import { CAPABILITIES_REQUEST, offeredBy } from '../src/contract/capabilities';
import type { UserId } from '../src/contract/ids';
import { isObject } from '../src/contract/records';
import { channelName, lockName } from '../src/contract/storageKeys';
import { makeJournal } from '../src/storage/journal';
import { openProviderMemory, type ProviderMemory, type RoundCapabilities } from '../src/storage/providerMemory';
import { openUserDatabase, storedState, type UserDatabase } from '../src/storage/userDatabase';
import { openWorkerSession, type SessionCopy, type WorkerSession } from '../src/storage/workerSession';
import { reduceSync } from '../src/sync/model/reduceSync';
import { countUnsent } from '../src/sync/model/unsent';
import { type RoundEnd, runRound } from '../src/sync/round/runRound';
import type { RequestLock } from '../src/sync/tabs/browserLock';
import { messageOf, type OpenChannel, openBroadcastChannel, type TabChannel } from '../src/sync/tabs/tabChannel';
import { type CallPorts, call } from '../src/sync/wire/call';
import { makeSend } from '../src/sync/wire/http';
import { makeSyncApi } from '../src/sync/wire/syncApi';
import { ROUND_STALL_MS } from '../src/sync/wire/timing';

/**
 * The worker works like a tab without a screen: it runs the same round over the same stored log and base, with the same
 * lock. Pages learn the results by messages, or read them from the disk at their next start.
 */

/**
 * How long to wait for a page with the lead: it sends the changes itself, or it is releasing the lead. Not longer, because
 * the browser starts no newer version of the app while this worker waits.
 */
const LOCK_WAIT_MS = 2000;

/** The browser's APIs that worker and pages share. */
export interface WorkerBrowser {
  readonly copy: SessionCopy;
  readonly lock: RequestLock;
  readonly openChannel: OpenChannel;
  readonly openUserDatabase: (user: UserId) => UserDatabase;
  readonly openProviderMemory: (apiUrl: string) => ProviderMemory;
  readonly fetch: typeof fetch;
  /** Epoch ms. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Returns a signal that aborts after the given time. */
  readonly giveUpAfter: (ms: number) => AbortSignal;
}

/** What a background round needs from its worker. */
export interface WorkerWorld extends Omit<WorkerBrowser, 'lock' | 'openChannel'> {
  readonly channel: Pick<TabChannel, 'post'>;
}

/** Clears the copy of a session whose token was refused. Rejects if the user has a newer token, which may work. */
const clearIfCurrent = async (copy: SessionCopy, { token, userId }: WorkerSession): Promise<void> => {
  const { session: current, since } = await copy.read();
  // The time stays: after a kill, local storage may have an older sign-in, which must not count as the newest.
  if (current?.token === token) await copy.write({ since, session: null, user: null });
  else if (current?.userId === userId) throw new Error('signed in anew');
};

/** Whether this user is signed in and has unsent changes on disk. */
const hasUnsent = async ({ copy, openUserDatabase: open }: WorkerBrowser, user: UserId): Promise<boolean> => {
  if ((await copy.read()).session?.userId !== user) return false;
  return countUnsent(storedState(await open(user).read())) > 0;
};

/**
 * Resolves when this user has no unsent changes, or when a retry is pointless. Rejects while work remains. A visible
 * page has the lock and sends its changes itself, after its debounce.
 */
export const sendUnsentIn = async (browser: WorkerBrowser, userId: UserId): Promise<void> => {
  const { copy } = browser;
  const channel = browser.openChannel(channelName(userId), () => undefined);
  let failure: unknown = new Error('a page stored changes meanwhile');
  try {
    await browser.lock(lockName(userId), browser.giveUpAfter(LOCK_WAIT_MS), async () => {
      // The previous owner of the lock may have signed out meanwhile, or in with another token.
      const { session } = await copy.read();
      if (session?.userId === userId) await roundFor(session, { ...browser, channel });
    });
  } catch (error) {
    failure = error;
  } finally {
    channel.close();
  }
  if (await hasUnsent(browser, userId)) throw failure;
};

const realBrowser: WorkerBrowser = {
  copy: openWorkerSession(),
  lock: async (name, signal, held) => {
    await navigator.locks.request(name, { signal }, held);
  },
  openChannel: openBroadcastChannel,
  openUserDatabase: (user) => openUserDatabase(user, () => v7()),
  openProviderMemory,
  fetch: (...request) => fetch(...request),
  now: Date.now,
  newId: () => v7(),
  giveUpAfter: (ms) => AbortSignal.timeout(ms),
};

export const sendUnsent = (userId: UserId): Promise<void> => sendUnsentIn(realBrowser, userId);

/**
 * The provider's last answer, or its answer now. Unlike a page (`store/session/performRound.ts`), the worker sends
 * nothing without an answer.
 * @throws if the provider never answered; the worker is called again later
 */
const askedProvider = async (
  ports: CallPorts,
  memory: ProviderMemory,
  signal: AbortSignal,
): Promise<RoundCapabilities> => {
  const last = await memory.read().catch(() => null);
  if (last !== null) return last;
  const request = { ...CAPABILITIES_REQUEST, signal };
  const { outcome } = await call(ports, { kind: 'read', request, promises: isObject });
  const offered = offeredBy(outcome);
  if (!offered) throw new Error('the provider has not said what it offers');
  await memory.write(offered).catch(() => undefined);
  return offered;
};

/**
 * One round over a user's stored data. The caller holds the lock. Resolves when nothing is unsent or when a retry is
 * pointless; rejects while work remains.
 */
export const roundFor = async (session: WorkerSession, world: WorkerWorld): Promise<void> => {
  const { channel, now, newId } = world;
  const database = world.openUserDatabase(session.userId);
  const stored = await database.read();
  let state = storedState(stored);
  if (countUnsent(state) === 0) return;

  const journal = makeJournal({
    database,
    base: () => state.base,
    // If this write fails, the change stays in the log and is sent once more, with the same key.
    onError: () => undefined,
    onWritten: () => undefined,
    // A page may read the disk as soon as it gets the message.
    onCommitted: () => channel.post({ kind: 'stored' }),
  });
  // A hanging request must not keep the lock from a page that opens. Its write stays in flight, and is sent again.
  const signal = world.giveUpAfter(ROUND_STALL_MS);
  const http = {
    fetch: world.fetch,
    apiUrl: session.apiUrl,
    sessionId: `worker-${stored.device}`,
    xsrfToken: () => null,
  };
  const memory = world.openProviderMemory(session.apiUrl);
  const ask = { send: makeSend({ ...http, token: () => null }), now };
  const { idempotency, cascade } = await askedProvider(ask, memory, signal);
  const send = makeSend({ ...http, token: () => session.token });
  const end = await runRound(
    {
      api: makeSyncApi(send, now),
      host: {
        state: () => state,
        apply: async (event) => {
          const before = state;
          state = reduceSync(state, event);
          void journal.write(before, state);
          await journal.flushed();
          const message = messageOf(event);
          if (message) channel.post(message);
        },
      },
      now,
      signal,
      hasNoLocks: false,
      isDiskSilent: journal.isSilent,
      canSend: true,
      instance: 'worker',
      newId,
      diffMode: { isOn: session.isDiffMode },
      hasCascade: cascade,
      takesKeys: session.isSameOrigin || idempotency,
    },
    { force: false },
  ).finally(async () => {
    // Without the lock the worker must not write. Failed records are still in the log for the next leader. No retry may
    // begin while the worker waits for running writes.
    journal.stop();
    await journal.flushed();
  });
  // Without a valid token no retry helps. The page notices that itself; the worker clears only its copy.
  if (end.kind === 'signedOut') await clearIfCurrent(world.copy, session);
  else endRound(end, countUnsent(state));
};

/** Throws while work remains, so that the worker is called again. */
const endRound = (end: RoundEnd, unsentRows: number): void => {
  if (end.kind !== 'done') throw new Error(end.kind === 'failed' ? end.reason : end.kind);
  if (unsentRows > 0) throw new Error(`${unsentRows} rows are still to send`);
};
