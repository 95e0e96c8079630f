import type { User } from '../contract/user';
import { lockName } from '../storage/storageKeys';
import { type Leadership, makeLeadership } from '../sync/leadership';
import type { TabMessage } from '../sync/tabs';
import type { AppStore } from './appStore';
import { errorRaised, errorsCleared } from './errorsSlice';
import { type LiveStream, openLiveStream } from './liveStream';
import { logged } from './logsSlice';
import type { Ports } from './ports';
import { makeRoundRunner, type RoundRequest, type RoundRunner } from './roundRunner';
import { foreign, heardChanges } from './stampChanges';
import { collectionsPaused, collectionsRunning, selectIsOnline } from './syncSlice';
import { openUserData, type UserData } from './userData';
import { selectUnsentCount } from './viewSelectors';

/**
 * The signed-in user's session in this tab: their data, and (while this tab leads) the rounds and the stream. This file only
 * connects the parts; what each does stands in its own.
 */
export interface OpenSession {
  bind(store: AppStore, ports: Ports): void;
  /** Logs from where no store is at hand. */
  log(line: ReturnType<typeof logged>): void;
  data(): UserData | null;
  /** Opens a user's data; the one opened before is closed first. */
  open(user: User, events: SessionEvents): Promise<void>;
  close(): Promise<void>;
  /** A round: run here when this tab leads, asked of the leader when not. */
  sync(request: RoundRequest): Promise<void>;
  /** A screen that wants live data takes a hold and gives it back; the connection stays for the handover between two screens. */
  holdStream(): () => void;
  /** The tab came to the front or left it. */
  setVisible(isVisible: boolean): void;
}

export interface SessionEvents {
  readonly onSignedOut: (token: string | null) => void;
}

const HANDOVER_MS = 300;
/** How long a tab that leaves the front may still send before another takes over. */
const LAST_ROUND_MS = 3000;

interface Opened {
  readonly data: UserData;
  readonly leadership: Leadership;
}

export const makeOpenSession = (): OpenSession => {
  let world: { readonly store: AppStore; readonly ports: Ports } | null = null;
  let opened: Opened | null = null;
  let runner: RoundRunner | null = null;
  let stream: LiveStream | null = null;
  let holds = 0;
  const others = new Set<string>();
  let queue: Promise<void> = Promise.resolve();

  const bound = () => {
    if (!world) throw new Error('session used before the store is built');
    return world;
  };

  const updateStream = (events: SessionEvents): void => {
    const { store, ports } = bound();
    const isWanted = runner !== null && (holds > 0 || others.size > 0) && selectIsOnline(store.getState());
    if (isWanted && !stream && runner) stream = openLiveStream(store, ports, runner, events.onSignedOut);
    if (!isWanted && stream) {
      stream.stop();
      stream = null;
    }
  };

  let refreshStream = (): void => undefined;

  const onMessage = (message: TabMessage): void => {
    const { store } = bound();
    switch (message.kind) {
      case 'changes':
        store.dispatch(heardChanges(message.heard));
        return;
      case 'event':
        store.dispatch(foreign(message.event));
        return;
      case 'syncWanted':
        void runner?.run({ force: message.force });
        return;
      case 'workerProblem':
        store.dispatch(logged({ time: bound().ports.now(), level: 'warn', text: `worker: ${message.reason}` }));
        return;
      case 'streamWanted':
        if (message.isWanted) others.add(message.tab);
        else others.delete(message.tab);
        refreshStream();
    }
  };

  const tellStreamWanted = (isWanted: boolean): void => {
    opened?.data.channel.post({ kind: 'streamWanted', tab: bound().ports.tab, isWanted });
  };

  const lead = async (data: UserData, events: SessionEvents): Promise<void> => {
    const { store, ports } = bound();
    await data.reload();
    data.writeBase('on');
    runner = makeRoundRunner(store, ports, data, events);
    if (selectIsOnline(store.getState())) {
      store.dispatch(collectionsRunning());
      void runner.run({});
    }
    updateStream(events);
  };

  const stopLeading = async (data: UserData): Promise<void> => {
    const { store } = bound();
    const last = runner;
    stream?.stop();
    stream = null;
    if (last && selectUnsentCount(store.getState()) > 0 && selectIsOnline(store.getState())) {
      await Promise.race([last.run({}), new Promise((resolve) => setTimeout(resolve, LAST_ROUND_MS))]);
    }
    await last?.stop();
    runner = null;
    store.dispatch(collectionsPaused());
    await data.journal.flushed();
    data.writeBase('off');
  };

  const openNow = async (user: User, events: SessionEvents): Promise<void> => {
    const { store, ports } = bound();
    const log = (level: 'warn' | 'error', text: string) => store.dispatch(logged({ time: ports.now(), level, text }));
    const data = await openUserData(store, ports, user.id, {
      onMessage,
      onStorageError: (error) => {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        store.dispatch(errorRaised({ id: 'storageError', reason }));
        log('error', `storage: ${reason}`);
      },
      onWritten: () => store.dispatch(errorsCleared(['storageError'])),
      onDamaged: (count) => log('error', `storage: ${count} damaged records left alone`),
    });
    const leadership = makeLeadership({
      lock: ports.lock,
      name: lockName(user.id),
      onLead: () => lead(data, events),
      onYield: () => stopLeading(data),
      onError: (error) => log('error', `leadership: ${String(error)}`),
    });
    refreshStream = () => updateStream(events);
    opened = { data, leadership };
    if (ports.activity.isVisible()) leadership.seek();
  };

  const closeNow = async (): Promise<void> => {
    const closing = opened;
    if (!closing) return;
    await closing.leadership.yield();
    opened = null;
    others.clear();
    await closing.data.close();
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work, work);
    return queue;
  };

  return {
    bind: (store, ports) => {
      world = { store, ports };
    },
    log: (line) => void world?.store.dispatch(line),
    data: () => opened?.data ?? null,
    open: (user, events) =>
      inTurn(async () => {
        await closeNow();
        await openNow(user, events);
      }),
    close: () => inTurn(closeNow),
    sync: async (request) => {
      if (runner) await runner.run(request);
      else opened?.data.channel.post({ kind: 'syncWanted', force: request.force ?? false });
    },
    holdStream: () => {
      holds += 1;
      refreshStream();
      tellStreamWanted(true);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        setTimeout(() => {
          holds -= 1;
          refreshStream();
          if (holds === 0) tellStreamWanted(false);
        }, HANDOVER_MS);
      };
    },
    setVisible: (isVisible) => {
      if (!opened) return;
      if (isVisible) opened.leadership.seek();
      else void opened.leadership.yield();
      refreshStream();
    },
  };
};
