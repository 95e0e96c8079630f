import { lockName } from '../../contract/storageKeys';
import type { User } from '../../contract/user';
import type { LogRecord } from '../../storage/logRecords';
import { makeLeadership } from '../../sync/tabs/leadership';
import type { RunEvent, TabMessage } from '../../sync/tabs/tabChannel';
import { clearErrors } from '../acts/clearErrors';
import { log } from '../acts/log';
import type { AppStore } from '../state/appStore';
import { errorRaised } from '../state/errorsSlice';
import type { Ports } from '../state/ports';
import type { OnSignedOut, RoundRequest, UserData } from '../state/session';
import { selectUnsentCount } from '../view/viewSelectors';
import type { UserWorld } from './performRound';
import { makeTabLead } from './tabLead';
import { openUserData, type UserDataEvents } from './userData';

/**
 * One user's session in this tab: the data, the role of this tab among all tabs, and the messages of the other tabs. It
 * is loaded when somebody is signed in; a guest's first visit does not load it.
 */
export interface OpenedUser {
  readonly data: UserData;
  /** Runs a round if this tab leads; else asks the leader for one. */
  sync(request: RoundRequest): Promise<void>;
  /** This tab begins or stops to show lists. The stream is open while the leading tab shows them. */
  showLists(isShown: boolean): void;
  /** The tab became visible or hidden. */
  setVisible(isVisible: boolean): void;
  /**
   * Closes the session. Resolves with the changes that no disk could store.
   * @param token for the last round, if the stored token is gone
   */
  close(token: string | null): Promise<readonly LogRecord[]>;
}

/** Loaded together with this file, because only a signed-in user's acts are stamped, and have effects. */
export { stampChanges } from './stampChanges';
export { makeSyncListeners } from './syncListeners';

const LOOK_EVERY_MS = 30_000;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Shows the state of the disk while it lasts, and logs it. */
const diskEvents = (store: AppStore, onStuck: () => void): UserDataEvents => ({
  onError: (error) => {
    store.dispatch(errorRaised({ id: 'storageError', reason: reasonOf(error) }));
    store.dispatch(log('error', `storage: ${reasonOf(error)}`));
  },
  onStuck,
  onWritten: () => store.dispatch(clearErrors(['storageError'])),
  onDamaged: (count) => store.dispatch(log('error', `storage: ${count} damaged records were not read`)),
});

/** The lock that decides which tab leads, and what the leader does for all tabs. */
const openLead = (world: UserWorld, isClosed: () => boolean) => {
  const { store, ports, data } = world;
  const { isVisible } = ports.activity;
  let isShowingLists = false;
  const lead = makeTabLead(world, () => isShowingLists && leadership.isLeading());
  const offerLead = (): void => {
    if (!isShowingLists) data.tell({ kind: 'leadOffered' });
  };
  const leadership = makeLeadership({
    lock: ports.lock,
    name: lockName(data.userId),
    onLead: () => {
      offerLead();
      return lead.begin();
    },
    onYield: lead.end,
    onError: (error) => store.dispatch(log('error', `leadership: ${reasonOf(error)}`)),
  });
  /** Only the leading tab has a stream. So a tab that shows lists takes the lead over from one that shows none. */
  const askForStream = (): void => {
    if (isShowingLists && isVisible() && !leadership.isLeading()) data.tell({ kind: 'streamWanted' });
  };
  /**
   * Another tab takes over the lead, and this tab waits for the lead again. Not while the disk misses what this tab knows:
   * the other tab would not send that, or would send what was just undone here.
   */
  const handOverUnlessNeeded = async (): Promise<void> => {
    if (!leadership.isLeading() || data.hasUnstoredToSend() || data.journal.isSilent()) return;
    await leadership.yield();
    if (isVisible() && !isClosed()) leadership.seek();
  };
  return {
    lead,
    leadership,
    askForStream,
    handOverUnlessNeeded,
    showsLists: () => isShowingLists,
    showLists: (isShown: boolean): void => {
      isShowingLists = isShown;
      lead.updateStream();
      if (leadership.isLeading()) offerLead();
      else askForStream();
    },
  };
};

interface Hearing extends Pick<UserWorld, 'store' | 'data'>, ReturnType<typeof openLead> {
  readonly catchUp: () => Promise<void>;
  readonly endRun: (end: RunEvent) => Promise<void>;
}

/** What this tab does when another tab or the worker tells it something. */
const hear = (message: TabMessage, { store, data, lead, ...does }: Hearing): void => {
  switch (message.kind) {
    case 'stored':
      return void does.catchUp();
    case 'leadWanted':
      return void does.handOverUnlessNeeded();
    case 'run':
      if (message.event.type === 'sync/operationEnded') return void does.endRun(message.event);
      store.dispatch(message.event);
      return;
    case 'syncWanted':
      // Changes on a disk that this tab cannot read are sent by the other tabs.
      if (data.hasNoDisk) void does.handOverUnlessNeeded();
      return void lead.run({ force: message.force });
    case 'streamWanted':
      if (!does.showsLists()) void does.handOverUnlessNeeded();
      return;
    case 'leadOffered':
      does.askForStream();
  }
};

export const openUser = async (
  store: AppStore,
  ports: Ports,
  user: User,
  onSignedOut: OnSignedOut,
  unsaved?: readonly LogRecord[],
): Promise<OpenedUser> => {
  const { isVisible } = ports.activity;
  let isClosed = false;

  /** Changes that only this tab knows cannot be sent by another tab. */
  const askForLeadIfNeeded = (): void => {
    if (!isClosed && data.hasUnstoredToSend() && isVisible() && !leadership.isLeading())
      data.tell({ kind: 'leadWanted' });
  };
  const data = await openUserData(store, ports, user.id, diskEvents(store, askForLeadIfNeeded), unsaved);
  const led = openLead({ store, ports, data, onSignedOut }, () => isClosed);
  const { lead, leadership } = led;

  const catchUp = (): Promise<void> =>
    data.catchUp().catch((error: unknown) => void store.dispatch(log('error', `reading: ${reasonOf(error)}`)));

  /** What another tab or the worker pulled counts as pulled here once this tab has read it from the disk. */
  const endRun = async (end: RunEvent): Promise<void> => {
    await catchUp();
    if (isClosed) return;
    store.dispatch(end);
    askForLeadIfNeeded();
  };

  data.listen((message) => hear(message, { store, data, ...led, catchUp, endRun }));
  // A message may be lost, or come while the leader cannot hand over. So a visible tab also reads and asks without one.
  const looking = setInterval(() => {
    if (isVisible()) void catchUp();
    led.askForStream();
  }, LOOK_EVERY_MS);
  // The worker has dropped its marker if it was called while this user was signed out.
  if (selectUnsentCount(store.getState()) > 0) ports.onUnsent(user.id);
  if (isVisible()) leadership.seek();

  return {
    data,
    sync: async (request) => {
      const run = lead.run(request);
      if (run) await run;
      else data.tell({ kind: 'syncWanted', force: request.force ?? false });
    },
    showLists: led.showLists,
    setVisible: (isShown) => {
      // A closing session must not request the lock that it releases: nobody could take the lock from it again.
      if (isClosed) return;
      if (isShown) {
        lead.cameBack();
        leadership.seek();
        // A tab without the lead may also have missed messages while it was suspended.
        if (!leadership.isLeading()) void catchUp().then(askForLeadIfNeeded);
        led.askForStream();
      } else {
        void leadership.yield();
      }
      lead.updateStream();
    },
    close: async (token) => {
      isClosed = true;
      clearInterval(looking);
      lead.keepForLastRound(token);
      await leadership.yield();
      return data.close();
    },
  };
};
