import { createDynamicMiddleware, type Middleware } from '@reduxjs/toolkit';
import type { UserId } from '../../contract/ids';
import type { User } from '../../contract/user';
import { fetchChunk } from '../../device/fetchChunk';
import type { LogRecord } from '../../storage/logRecords';
import type { AppStore } from '../state/appStore';
import type { Ports } from '../state/ports';
import type { RootState } from '../state/rootReducer';
import type { OpenSession, SessionEvents } from '../state/session';
import type { OpenedUser } from './openedUser';

/** The session as the store is built with it. */
interface BoundSession extends OpenSession {
  bind(store: AppStore, ports: Ports): void;
  /** What a user does goes through their session; where there was none yet it is nobody's. */
  readonly middleware: Middleware<object, RootState>;
}

const HANDOVER_MS = 300;

export const makeOpenSession = (): BoundSession => {
  let world: { readonly store: AppStore; readonly ports: Ports } | null = null;
  let opened: OpenedUser | null = null;
  /** Takes in the stamp of acts with the first session: one for the life of the page, as it never gives the same id twice. */
  const later = createDynamicMiddleware<RootState>();
  let isStamping = false;
  let holds = 0;
  let queue: Promise<void> = Promise.resolve();
  /** Counts what was asked for; only the last wish counts. */
  let wish = 0;

  /** What no disk took, by its user: an expired token must not cost what was typed on a full disk. */
  const unwritten = new Map<UserId, readonly LogRecord[]>();

  const closeNow = async (token: string | null = null): Promise<void> => {
    const closing = opened;
    if (closing) unwritten.set(closing.data.userId, await closing.close(token));
    opened = null;
  };

  const openNow = async (user: User, events: SessionEvents): Promise<void> => {
    if (!world) throw new Error('session opened before the store is built');
    // Only a signed-in person needs storage, rounds and the stream; a guest's first visit does not wait for them.
    const { openUser, stampChanges } = await fetchChunk(() => import('./openedUser'));
    if (!isStamping) later.addMiddleware(stampChanges(world.ports, () => opened?.data ?? null));
    isStamping = true;
    opened = await openUser(world.store, world.ports, user, events, unwritten.get(user.id));
    unwritten.delete(user.id);
    opened.setStreamWanted(holds > 0);
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work, work);
    return queue;
  };

  return {
    bind: (store, ports) => {
      world = { store, ports };
    },
    middleware: later.middleware,
    log: (line) => void world?.store.dispatch(line),
    data: () => opened?.data ?? null,
    open: async (user, events) => {
      wish += 1;
      const mine = wish;
      await inTurn(async () => {
        await closeNow();
        await openNow(user, events);
      });
      return mine === wish;
    },
    close: (token) => {
      wish += 1;
      return inTurn(() => closeNow(token));
    },
    sync: async (request) => opened?.sync(request),
    holdStream: () => {
      holds += 1;
      if (holds === 1) opened?.setStreamWanted(true);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        setTimeout(() => {
          holds -= 1;
          if (holds === 0) opened?.setStreamWanted(false);
        }, HANDOVER_MS);
      };
    },
    setVisible: (isVisible) => opened?.setVisible(isVisible),
  };
};
