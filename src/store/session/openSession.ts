import { createDynamicMiddleware, type Middleware } from '@reduxjs/toolkit';
import type { UserId } from '../../contract/ids';
import type { User } from '../../contract/user';
import { fetchChunk } from '../../device/fetchChunk';
import type { LogRecord } from '../../storage/logRecords';
import type { AppStore, AppThunk, Extra } from '../state/appStore';
import type { RootState } from '../state/rootReducer';
import type { OnSignedOut, OpenSession } from '../state/session';
import type { OpenedUser } from './openedUser';

/** The part of the session that the store is created with. */
interface BoundSession extends OpenSession {
  bind(store: AppStore, extra: Extra): void;
  /** Passes actions through what came with the first session. Before it, acts belong to no user. */
  readonly middleware: Middleware<object, RootState>;
}

export const makeOpenSession = (): BoundSession => {
  let world: { readonly store: AppStore; readonly extra: Extra } | null = null;
  let opened: OpenedUser | null = null;
  /** Gets its content with the first session, once: a page has one stamp of acts, so that no id is used twice. */
  const later = createDynamicMiddleware<RootState>();
  let isComplete = false;
  let isShowingLists = false;
  let queue: Promise<void> = Promise.resolve();
  /** Counts the calls. Only the last call takes effect. */
  let wish = 0;

  /** Changes that no disk could store, by user: an expired token must not lose what was typed on a full disk. */
  const unwritten = new Map<UserId, readonly LogRecord[]>();

  const closeNow = async (token: string | null = null): Promise<void> => {
    const closing = opened;
    if (closing) unwritten.set(closing.data.userId, await closing.close(token));
    opened = null;
  };

  const openNow = async (user: User, onSignedOut: OnSignedOut): Promise<void> => {
    if (!world) throw new Error('session opened before the store is built');
    // Only a signed-in person needs storage, rounds and the stream. A guest's first visit does not load them.
    const { openUser, ...chunk } = await fetchChunk(() => import('./openedUser'));
    const { store, extra } = world;
    const { ports } = extra;
    if (!isComplete) {
      // The stamp is the inner one: an act is on its way to the disk before a listener drops what it replaces.
      const stamp = chunk.stampChanges(ports, () => opened?.data ?? null);
      later.addMiddleware(chunk.makeSyncListeners(extra).middleware, stamp);
    }
    isComplete = true;
    const handedOver = await ports.takeUnsaved(user.id);
    if (handedOver.length) unwritten.set(user.id, [...(unwritten.get(user.id) ?? []), ...handedOver]);
    opened = await openUser(store, ports, user, onSignedOut, unwritten.get(user.id));
    unwritten.delete(user.id);
    opened.showLists(isShowingLists);
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work, work);
    return queue;
  };

  return {
    bind: (store, extra) => {
      world = { store, extra };
    },
    middleware: later.middleware,
    log: (line) => void world?.store.dispatch(line),
    data: () => opened?.data ?? null,
    open: async (user, onSignedOut) => {
      wish += 1;
      const mine = wish;
      await inTurn(async () => {
        await closeNow();
        await openNow(user, onSignedOut);
      });
      return mine === wish;
    },
    close: (token) => {
      wish += 1;
      return inTurn(() => closeNow(token));
    },
    sync: async (request) => opened?.sync(request),
    holdStream: () => {
      const show = (isShown: boolean): void => {
        isShowingLists = isShown;
        opened?.showLists(isShown);
      };
      show(true);
      return () => show(false);
    },
    setVisible: (isVisible) => opened?.setVisible(isVisible),
  };
};

/** Resolves when all begun writes have ended. True if no change is only in this page's memory. */
export const waitUntilOnDisk =
  (): AppThunk<Promise<boolean>> =>
  async (_dispatch, getState, { session }) => {
    await session.data()?.journal.flushed();
    return !getState().errors.some(({ id }) => id === 'storageError');
  };
