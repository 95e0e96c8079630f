import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { RowLimits } from '../../server/src/rowLimits';
import { asListId, type ListId, type RowId, type UserId } from '../../src/contract/ids';
import { parseUser, type User } from '../../src/contract/user';
import type { AppStore } from '../../src/store/state/appStore';
import { selectIsRoundRunning } from '../../src/store/state/loadingSlice';
import { selectOperations } from '../../src/store/state/operationsSlice';
import type { Ports } from '../../src/store/state/ports';
import {
  selectHasPulled,
  selectItem,
  selectItemIds,
  selectList,
  selectListIds,
  selectUnsentCount,
} from '../../src/store/view/viewSelectors';
import type { OpenChannel } from '../../src/sync/tabs/tabChannel';
import { openBrowser, type TestBrowser, type TestTab } from './browserWorld';
import { type ContractServer, type Fault, startContractServer } from './contractServer';
import { eventually } from './eventually';

/** The tools of the attack tests: an account with its browsers, what a person sees, what the server has, and its requests. */

export interface Account {
  readonly jwt: string;
  readonly email: string;
  readonly userId: UserId;
  /** The account's number in the server's tables. */
  readonly numberAtServer: number;
  /** Another browser of the same person. */
  browser(now?: () => number): TestBrowser;
  /** The rows on the server that are not removed, as plain records. */
  lists(): Promise<readonly Stored[]>;
  items(): Promise<readonly Stored[]>;
  /** Another program calls the server directly, without the faults of the wire. */
  call(method: string, path: string, body?: unknown): Promise<Stored>;
}

export type Stored = Readonly<Record<string, string | boolean>>;

interface AttackWorld {
  readonly server: ContractServer;
  signUp(): Promise<Account>;
}

let accounts = 0;

/** One server for the tests of a file. After each test its tabs are killed and the wire has no faults any more. */
export const attackWorld = (limits?: RowLimits): AttackWorld => {
  let server: ContractServer | null = null;
  beforeAll(async () => {
    server = await startContractServer(limits);
  });
  const tabs = new Set<TestTab>();
  afterEach(() => {
    for (const tab of tabs) tab.kill();
    tabs.clear();
    Object.assign(running(), { wire: null }).seen.length = 0;
  });
  afterAll(() => server?.close());
  const running = (): ContractServer => {
    if (!server) throw new Error('used before the server runs');
    return server;
  };
  return {
    get server() {
      return running();
    },
    signUp: async () => {
      accounts += 1;
      const login = await running().signUp(`attacked-${accounts}@example.com`);
      // A second session: a browser that signs out ends its own session on the server.
      const beside = await running().signIn(login.user.email);
      const call = (method: string, path: string, body?: unknown) => running().call(beside.jwt, method, path, body);
      const rows = async (path: string) => ((await call('GET', path)) as { data: Stored[] }).data;
      const isAlive = ({ deletedAt }: Stored): boolean => !deletedAt;
      return {
        jwt: login.jwt,
        email: login.user.email,
        userId: (parseUser(login.user) as User).id,
        numberAtServer: Number(login.user.id),
        browser: (now) => {
          const browser = openBrowser(now);
          browser.signIn(login);
          const openTab: TestBrowser['openTab'] = async (changes) => {
            const tab = await browser.openTab(changes);
            tabs.add(tab);
            return tab;
          };
          return { ...browser, openTab };
        },
        lists: async () => (await rows('/lists')).filter(isAlive),
        items: async () => (await rows('/list-items')).filter(isAlive),
        call: async (method, path, body) => ((await call(method, path, body)) as { data: Stored } | null)?.data ?? {},
      };
    },
  };
};

/** What a person sees: `Zakupy: mleko|2 l|open, chleb||done`. */
export const seenIn = (store: AppStore): readonly string[] => {
  const state = store.getState();
  return selectListIds(state).map((listId) => {
    const items = selectItemIds(state, listId).map((id) => {
      const item = selectItem(state, listId, id);
      return `${item?.description}|${item?.quantity}|${item?.done ? 'done' : 'open'}`;
    });
    return `${selectList(state, listId)?.name}: ${items.join(', ')}`;
  });
};

export const unsent = (tab: TestTab): number => selectUnsentCount(tab.store.getState());

/** Opens a tab that leads. Resolves when it has pulled and no round runs. */
export const openPulled = async (browser: TestBrowser, changes: Partial<Ports> = {}): Promise<TestTab> => {
  const tab = await browser.openTab(changes);
  await eventually(
    () => tab.store.getState(),
    (state) =>
      selectOperations(state).some(({ instance, end }) => instance === tab.name && end !== null) &&
      selectHasPulled(state) &&
      !selectIsRoundRunning(state),
  );
  return tab;
};

/** Runs a round now, without the debounce. Resolves when the round has ended, also after a failure. */
export const sync = (tab: TestTab, force = false): Promise<void> =>
  tab.store.dispatch((_dispatch, _getState, { session }) => session.sync({ force }));

/** A round, a whole one unless told, after which nothing waits. */
export const settle = async (tab: TestTab, force = true): Promise<void> => {
  await sync(tab, force);
  await allSent(tab);
};

/** Resolves when what was done in the tab is on the disk, or was refused. */
export const flushed = async (tab: TestTab): Promise<void> =>
  tab.store.dispatch((_dispatch, _getState, { session }) => session.data()?.journal.flushed());

/** A channel that passes nothing on. */
export const deaf: OpenChannel = () => ({ post: () => undefined, close: () => undefined });

export const allSent = (tab: TestTab) =>
  eventually(
    () => unsent(tab),
    (count) => count === 0,
  );

export const seesWithin = (tab: TestTab, wanted: readonly string[]) =>
  eventually(
    () => JSON.stringify(seenIn(tab.store)),
    (seen) => seen === JSON.stringify(wanted),
  );

/** Opens the event stream of a tab, as the lists screen does. The returned function closes it. */
export const watch = (tab: TestTab): (() => void) =>
  tab.store.dispatch((_dispatch, _getState, { session }) => session.holdStream());

export const onlyListId = (tab: TestTab): ListId => selectListIds(tab.store.getState())[0] ?? asListId('none');

export const firstItemId = (tab: TestTab) =>
  selectItemIds(tab.store.getState(), onlyListId(tab))[0] ?? ('none' as never);

/** Applies one fault to each of the first matching requests. The requests after them pass. */
export const first =
  (matches: (request: Request) => boolean, ...faults: readonly Fault[]): NonNullable<ContractServer['wire']> =>
  (request) => {
    if (!matches(request)) return null;
    const [fault, ...rest] = faults;
    faults = rest;
    return fault ?? null;
  };

export const always =
  (matches: (request: Request) => boolean, fault: Fault): NonNullable<ContractServer['wire']> =>
  (request) =>
    matches(request) ? fault : null;

export const isWrite = ({ method }: Request): boolean => method !== 'GET';
export const isMethod =
  (method: string, path = '') =>
  (request: Request): boolean =>
    request.method === method && new URL(request.url).pathname.startsWith(`/api/${path}`);
export const isPull = ({ method, url }: Request): boolean => method === 'GET' && url.includes('updatedAt');

/** How many such requests went out. */
export const countSent = (server: ContractServer, method: string, path = ''): number =>
  server.seen.filter((seen) => seen.method === method && seen.path.startsWith(`/api/${path}`)).length;

/** How often a create of this row went out. */
export const createsOf = (server: ContractServer, rowId: RowId): number =>
  server.seen.filter(({ method, body }) => method === 'POST' && body.includes(rowId)).length;
