import type { User } from '../../contract/user';
import type { LogRecord } from '../../storage/logRecords';
import { lockName } from '../../storage/storageKeys';
import { makeLeadership } from '../../sync/tabs/leadership';
import type { TabMessage } from '../../sync/tabs/tabChannel';
import { clearErrors } from '../acts/clearErrors';
import type { AppStore } from '../state/appStore';
import { errorRaised } from '../state/errorsSlice';
import { logged } from '../state/logsSlice';
import type { Ports } from '../state/ports';
import type { RoundRequest, SessionEvents, UserData } from '../state/session';
import { setBackNoticed } from '../state/syncSlice';
import { selectUnsentCount } from '../view/viewSelectors';
import { makeStreamWants } from './streamWants';
import { makeTabLead } from './tabLead';
import { openUserData } from './userData';

/**
 * One user's session in this tab: their data, this tab's part among the tabs, and what it hears from the others. Loaded when
 * somebody is signed in: a guest's first visit does without.
 */
export interface OpenedUser {
  readonly data: UserData;
  /** A round: run here when this tab leads, asked of the leader when not. */
  sync(request: RoundRequest): Promise<void>;
  setStreamWanted(isWanted: boolean): void;
  /** The tab came to the front or left it. */
  setVisible(isVisible: boolean): void;
  /**
   * Resolves with what no disk took.
   * @param token for the last round, where the stored one is gone
   */
  close(token: string | null): Promise<readonly LogRecord[]>;
}

/** Comes along: without a user nobody's acts are stamped. */
export { stampChanges } from './stampChanges';

const LOOK_MS = 30_000;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

export const openUser = async (
  store: AppStore,
  ports: Ports,
  user: User,
  events: SessionEvents,
  left?: readonly LogRecord[],
): Promise<OpenedUser> => {
  const log = (level: 'warn' | 'error', text: string) => store.dispatch(logged({ time: ports.now(), level, text }));
  let isClosed = false;

  const catchUp = async (): Promise<void> => {
    await data.catchUp().catch((error: unknown) => log('error', `reading: ${reasonOf(error)}`));
  };

  /** Reads what others left; what this tab still knows alone then, nobody else can send. */
  const catchUpOrLead = async (): Promise<void> => {
    await catchUp();
    if (!isClosed && data.isAlone()) askForLead();
  };

  const onMessage = (message: TabMessage): void => {
    switch (message.kind) {
      case 'stored':
        void catchUp();
        return;
      case 'run':
        store.dispatch(message.event);
        if (message.event.type === 'sync/operationEnded' && data.isAlone()) askForLead();
        return;
      case 'setBack':
        store.dispatch(setBackNoticed(message.count));
        return;
      case 'syncWanted':
        // What the others have on a disk that this tab has not, they send themselves.
        if (data.hasNoDisk) handOverUnlessAlone();
        void lead.run({ force: message.force });
        return;
      case 'leadWanted':
        handOverUnlessAlone();
        return;
      case 'workerProblem':
        log('warn', `worker: ${message.reason}`);
        return;
      case 'streamWanted':
      case 'streamAsked':
        wants.heard(message);
    }
  };

  const handOverUnlessAlone = (): void => {
    if (leadership.isLeading() && !data.hasUnwritten()) void handOver();
  };
  /** Another tab takes over, and this one stands behind it. */
  const handOver = async (): Promise<void> => {
    await leadership.yield();
    if (ports.activity.isVisible() && !isClosed) leadership.seek();
  };
  const askForLead = (): void => {
    if (ports.activity.isVisible() && !leadership.isLeading()) data.tell({ kind: 'leadWanted' });
  };

  const dataEvents = {
    onStorageError: (error: unknown) => {
      store.dispatch(errorRaised({ id: 'storageError', reason: reasonOf(error) }));
      log('error', `storage: ${reasonOf(error)}`);
    },
    onStuck: () => {
      if (data.isAlone()) askForLead();
    },
    onWritten: () => store.dispatch(clearErrors(['storageError'])),
    onDamaged: (count: number) => log('error', `storage: ${count} damaged records left alone`),
  };
  const data = await openUserData(store, ports, user.id, dataEvents, left);
  const lead = makeTabLead(store, ports, data, events, () => leadership.isLeading());
  const leadership = makeLeadership({
    lock: ports.lock,
    name: lockName(user.id),
    onLead: () => {
      wants.beginLead();
      return lead.begin();
    },
    onYield: () => {
      wants.endLead();
      return lead.end();
    },
    onError: (error) => log('error', `leadership: ${reasonOf(error)}`),
  });

  const wants = makeStreamWants({
    tab: ports.tab,
    isVisible: ports.activity.isVisible,
    tell: data.tell,
    onWanted: lead.updateStream,
  });

  data.listen(onMessage);
  // What nobody tells of, a tab that is looked at reads a moment later.
  const looking = setInterval(() => {
    if (ports.activity.isVisible()) void catchUp();
  }, LOOK_MS);
  // The worker forgets whoever signs out.
  if (selectUnsentCount(store.getState()) > 0) ports.onUnsent(user.id);
  if (ports.activity.isVisible()) leadership.seek();

  return {
    data,
    sync: async (request) => {
      const run = lead.run(request);
      if (run) await run;
      else data.tell({ kind: 'syncWanted', force: request.force ?? false });
    },
    setStreamWanted: wants.show,
    setVisible: (isVisible) => {
      // While it closes, a session must not ask for the lock it is giving back: nobody would ever take it from it again.
      if (isClosed) return;
      if (isVisible) {
        lead.cameBack();
        leadership.seek();
        // Who does not get the lead may still have slept through what the others did.
        if (!leadership.isLeading()) void catchUpOrLead();
      } else {
        void leadership.yield();
      }
      wants.visibilityChanged();
    },
    close: async (token) => {
      isClosed = true;
      clearInterval(looking);
      lead.leaveWith(token);
      await leadership.yield();
      return data.close();
    },
  };
};
