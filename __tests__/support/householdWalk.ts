import type { ItemId, ListId } from '../../src/contract/ids';
import { checkItem } from '../../src/store/acts/checkItem';
import { itemEdited, listEdited, listLeft } from '../../src/store/acts/intents';
import { checkItems, deleteItems, undoCheckItems } from '../../src/store/acts/itemsThunks';
import { transferItems, undoTransfer } from '../../src/store/acts/moveThunks';
import { reorderItem, undoReorder } from '../../src/store/acts/orderThunks';
import { pasteLines, undoPaste } from '../../src/store/acts/pasteThunks';
import { dismissRecoveryOffer, keepRecoveryOffer } from '../../src/store/acts/recoveryOfferThunks';
import { loadRemovedLists, restoreRemovedList } from '../../src/store/acts/restoreListThunks';
import { addItem, addList, clearList, deleteItem, deleteList, undoRemoval } from '../../src/store/acts/rowThunks';
import { deleteSharedList, undoSharedRemoval } from '../../src/store/acts/sharedRemoval';
import { acceptInvite } from '../../src/store/acts/sharingThunks';
import { logIn } from '../../src/store/session/signIn';
import { signOut } from '../../src/store/session/signOut';
import { selectItemGroups } from '../../src/store/view/itemGroups';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { selectSharing } from '../../src/store/view/sharingSelectors';
import { selectItem, selectItemIds, selectList, selectListIds } from '../../src/store/view/viewSelectors';
import { type ActRecord, makeActRecord, type Seat } from './actRecord';
import { type Account, type attackWorld, sync, watch } from './attackWorld';
import type { TestBrowser } from './browserWorld';
import { answering, type Fault, faults, PASSWORD, refusing } from './contractServer';
import { type History, readHistory, readServer, type ServerList, type ServerLists } from './householdServer';
import { takeBackup } from './setBackDatabase';
import { settled, turns } from './settled';
import { seededRandom } from './simulationRandom';
import { pass } from './tabTime';

/**
 * A household: three accounts that share lists, each with devices whose clocks differ and with two tabs. They write, move, undo,
 * invite, leave and sign out, with and without a network, over a wire that loses and doubles. Tabs are killed at any moment.
 */

const HOUR = 3_600_000;
const DEVICES = [2, 2, 1];
/** In every so many-th walk the server is restored from a backup once. */
const SET_BACK_EVERY = 4;
const WIRE_FAULTS: readonly Fault[] = [
  faults.lost,
  faults.answerLost,
  faults.answerLost,
  faults.doubled,
  answering(200, '<html>portal</html>'),
  answering(404, '<html>deploy</html>'),
  answering(500, 'down'),
  answering(503, 'down', { 'Retry-After': '0' }),
  refusing(429, 'Too Many Requests', { 'Retry-After': '0' }),
  async (_request, send) => {
    await turns(200);
    return send();
  },
];

interface Device {
  readonly account: number;
  readonly name: string;
  readonly browser: TestBrowser;
  readonly seats: WalkSeat[];
}

interface WalkSeat extends Seat {
  readonly device: Device;
  /** What can be undone in this tab, the newest last. */
  readonly undos: (() => unknown)[];
  isOnline: boolean;
}

/** Who got into a list, or out of it. */
interface Move {
  readonly step: number;
  readonly account: number;
  readonly list: string;
  readonly isIn: boolean;
}

/** A restore of the server from a backup. */
export interface SetBack {
  readonly backupStep: number;
  readonly step: number;
  /** What the backup held. */
  readonly backup: ServerLists;
}

export interface Household {
  /** Notes who got into a list or out of it since the last step. */
  look(): Promise<void>;
  readonly accounts: readonly Account[];
  readonly removedAccounts: ReadonlySet<number>;
  readonly devices: readonly Device[];
  readonly record: ActRecord;
  readonly moves: readonly Move[];
  readonly setBack: SetBack | null;
  /** What the server has forgotten of its history, by the restore or with an account. */
  readonly forgotten: readonly History[];
  /** The items of offers that were kept or given up. */
  readonly answered: ReadonlySet<string>;
  /** Lists that their owner brought back from Logs, with their items, as they were then. */
  readonly broughtBack: ServerLists;
  /** Every list, as the server had it last. */
  readonly seen: ServerLists;
  /** Members that were taken out. */
  readonly takenOut: readonly Move[];
}

type World = ReturnType<typeof attackWorld>;

export const walkHousehold = async (world: World, seed: number, steps: number): Promise<Household> => {
  const { below, chance, pick } = seededRandom(seed);
  const wire = seededRandom(seed + 1_000_003);
  const trouble = [0.05, 0.2, 0.35][seed % 3] ?? 0;
  const { server } = world;
  const record = makeActRecord();
  const accounts: Account[] = [];
  const devices: Device[] = [];
  const removedAccounts = new Set<number>();
  const moves: Move[] = [];
  const takenOut: Move[] = [];
  const forgotten: History[] = [];
  const answered = new Set<string>();
  const isSetBack = seed % SET_BACK_EVERY === 0;
  const backupStep = isSetBack ? 10 + below(steps - 30) : 0;
  const restoreStep = backupStep + 1 + below(20);
  let restore: (() => Promise<void>) | null = null;
  let backup: ServerLists = new Map();
  let setBack: SetBack | null = null;
  const broughtBack = new Map<string, ServerList>();
  const seen = new Map<string, ServerList>();
  let texts = 0;
  const text = (kind: string): string => {
    texts += 1;
    return `${kind}${texts}`;
  };

  const openTab = async (device: Device): Promise<WalkSeat> => {
    const tab = await device.browser.openTab();
    const seat: WalkSeat = { account: device.account, browser: device.name, tab, device, undos: [], isOnline: true };
    device.seats.push(seat);
    record.follow(seat);
    watch(tab);
    return seat;
  };
  for (const [account, count] of DEVICES.entries()) {
    const person = await world.signUp();
    accounts.push(person);
    await person.call('PUT', '/users/me', { name: `osoba ${account}` });
    for (let at = 0; at < count; at += 1) {
      const skew = (at - account) * HOUR;
      const browser = person.browser(() => Date.now() + skew);
      // Each device has a session of its own.
      browser.signIn(await server.signIn(person.email));
      const device: Device = { account, name: `${account}.${at}`, browser, seats: [] };
      devices.push(device);
      await openTab(device);
      if (at === 0) await openTab(device);
    }
  }
  server.wire = () => (wire.chance(trouble) ? (wire.pick(WIRE_FAULTS) ?? null) : null);

  const users = accounts.map(({ numberAtServer }) => numberAtServer);
  let known: ServerLists = new Map();
  /** Compares what the server has with the step before: who got in or out, and which lists came back from Logs. */
  const look = async (): Promise<void> => {
    const now = await readServer(server, users);
    const step = record.step();
    for (const account of accounts.keys()) {
      const isIn = (lists: ServerLists, list: string): boolean =>
        lists.get(list)?.members.includes(users[account] ?? 0) === true;
      const joinedAt = (lists: ServerLists, list: string): number | undefined =>
        lists.get(list)?.joinedAt.get(users[account] ?? 0);
      for (const list of new Set([...known.keys(), ...now.keys()])) {
        // Who left and joined again within the step was in the list before it, and is after it.
        const isBack = (joinedAt(now, list) ?? 0) > (joinedAt(known, list) ?? Number.POSITIVE_INFINITY);
        if (isBack) moves.push({ step, account, list, isIn: false });
        if (isBack || isIn(known, list) !== isIn(now, list)) moves.push({ step, account, list, isIn: isIn(now, list) });
      }
    }
    for (const list of now.values()) {
      seen.set(list.uuid, list);
      if (!record.byRow.has(list.uuid) && !broughtBack.has(list.uuid)) broughtBack.set(list.uuid, list);
    }
    known = now;
  };

  const living = (): Device[] => devices.filter(({ account }) => !removedAccounts.has(account));

  const invite = async (account: number): Promise<void> => {
    const list = pick((await accounts[account]?.lists()) ?? []);
    const newcomer = pick(living().filter((device) => device.account !== account));
    if (!list || !newcomer) return;
    const { code } = (await accounts[account]?.call('POST', `/lists/${list.documentId}/invites`)) ?? {};
    const seat = pick(newcomer.seats.filter(({ isOnline }) => isOnline));
    if (typeof code !== 'string') return;
    if (seat && seat.tab.store.getState().session.phase === 'open' && chance(0.5))
      void seat.tab.store.dispatch(acceptInvite(code));
    else await accounts[newcomer.account]?.call('POST', '/invites/accept', { code });
  };
  const takeOut = async (account: number): Promise<void> => {
    const person = accounts[account];
    const list = pick(((await person?.lists()) ?? []).filter(({ role }) => role === 'owner'));
    if (!person || !list) return;
    const { members = [] } = (await person.call('GET', `/lists/${list.documentId}/members`)) as unknown as {
      readonly members?: readonly { readonly id: string; readonly isMe: boolean }[];
    };
    const other = pick(members.filter(({ isMe }) => !isMe));
    if (!other) return;
    await person.call('DELETE', `/lists/${list.documentId}/members/${other.id}`);
    for (const gone of accounts.keys())
      if (gone !== account) takenOut.push({ step: record.step(), account: gone, list: String(list.uuid), isIn: false });
  };
  const removeAccount = async (account: number): Promise<void> => {
    // A restored server would have the account again.
    if (removedAccounts.size > 0 || isSetBack) return;
    removedAccounts.add(account);
    forgotten.push(await readHistory(server, users));
    await accounts[account]?.call('DELETE', '/users/me', { password: PASSWORD });
  };
  const bringBack = async ({ tab: { store } }: WalkSeat): Promise<void> => {
    const removed = pick((await store.dispatch(loadRemovedLists())) ?? []);
    if (removed) await store.dispatch(restoreRemovedList(removed.documentId, removed.uuid));
  };

  const removeList = (seat: WalkSeat, listId: ListId): void => {
    const { store } = seat.tab;
    if (selectSharing(store.getState(), listId)) {
      const removed = store.dispatch(deleteSharedList(listId));
      const ids = removed.made.flatMap(({ changeIds }) => changeIds);
      seat.undos.push(() => {
        void store.dispatch(undoSharedRemoval(removed)).then((outcome) => {
          if (outcome !== 'back' || !selectList(store.getState(), listId)) return;
          record.tookBack(seat, ids);
        });
      });
    } else {
      const removed = store.dispatch(deleteList(listId));
      seat.undos.push(() => store.dispatch(undoRemoval(removed)));
    }
  };

  const actInList = (seat: WalkSeat, listId: ListId): void => {
    const { undos } = seat;
    const { store } = seat.tab;
    const state = store.getState();
    const ids = selectItemIds(state, listId);
    const itemId = pick(ids);
    const some = (): ItemId[] => ids.filter(() => chance(0.4));
    const choice = below(32);
    if (choice < 7 || !itemId) store.dispatch(addItem(listId, { description: text('t') }));
    else if (choice < 11)
      store.dispatch(
        itemEdited({ listId, itemId, fields: chance(0.6) ? { description: text('t') } : { quantity: text('q') } }),
      );
    else if (choice < 14) store.dispatch(checkItem(listId, itemId, !selectItem(state, listId, itemId)?.done));
    else if (choice < 16) {
      const groups = selectItemGroups(state, listId);
      const section = groups.open.includes(itemId) ? groups.open : groups.done;
      const moved = store.dispatch(reorderItem(listId, itemId, section, below(section.length)));
      if (moved) undos.push(() => store.dispatch(undoReorder(moved)));
    } else if (choice < 20) {
      const to = pick(selectListIds(state).filter((id) => id !== listId));
      if (!to) return;
      const moved = store.dispatch(
        transferItems(chance(0.85) ? 'move' : 'copy', listId, to, chance(0.7) ? [itemId] : some()),
      );
      undos.push(() => store.dispatch(undoTransfer(moved)));
    } else if (choice < 22) {
      const removed = store.dispatch(deleteItem(listId, itemId));
      undos.push(() => store.dispatch(undoRemoval(removed)));
    } else if (choice === 22) {
      const removed = store.dispatch(chance(0.5) ? clearList(listId) : deleteItems(listId, some()));
      undos.push(() => store.dispatch(undoRemoval(removed)));
    } else if (choice === 23) {
      const checked = store.dispatch(checkItems(listId, some(), chance(0.5)));
      undos.push(() => store.dispatch(undoCheckItems(checked)));
    } else if (choice < 26) {
      const pasted = store.dispatch(pasteLines(listId, `- ${text('t')}\n[x] ${text('t')}\n${text('t')}`, null));
      undos.push(() => store.dispatch(undoPaste(listId, pasted)));
    } else if (choice < 28) store.dispatch(listEdited({ listId, fields: { name: text('L') } }));
    else if (choice < 30) {
      const sharing = selectSharing(state, listId);
      if (sharing?.role === 'member' || (sharing && chance(0.3))) store.dispatch(listLeft({ listId }));
      else removeList(seat, listId);
    } else store.dispatch(addItem(listId, { description: text('t'), quantity: text('q') }));
  };

  const answerOffer = (seat: WalkSeat): boolean => {
    const { store } = seat.tab;
    const listId = pick(Object.keys(selectRecoveryOffers(store.getState())) as ListId[]);
    if (!listId) return false;
    for (const { id } of selectRecoveryOffers(store.getState())[listId]?.items ?? []) answered.add(id);
    record.takeBack(seat, () => store.dispatch(chance(0.6) ? keepRecoveryOffer(listId) : dismissRecoveryOffer(listId)));
    return true;
  };

  const kill = async (seat: WalkSeat): Promise<void> => {
    const { device } = seat;
    seat.tab.kill();
    record.killed(seat);
    device.seats.splice(device.seats.indexOf(seat), 1);
    await openTab(device);
  };

  const actOnDevice = async (seat: WalkSeat): Promise<void> => {
    const { tab } = seat;
    const choice = below(9);
    if (choice < 4) {
      seat.isOnline = choice !== 0;
      tab.setOnline(seat.isOnline);
    } else if (choice === 4) tab.setVisible(chance(0.6));
    else if (choice === 5) (chance(0.4) ? tab.sleep : tab.wake)();
    else if (choice < 8) await kill(seat);
    else if (chance(0.5)) void tab.store.dispatch(signOut());
  };

  const actOnMembers = async (seat: WalkSeat): Promise<void> => {
    const choice = below(20);
    if (choice < 13) await invite(seat.account);
    else if (choice < 15) await takeOut(seat.account);
    else if (choice < 19) void bringBack(seat);
    else if (chance(0.3)) await removeAccount(seat.account);
  };

  const act = async (seat: WalkSeat): Promise<void> => {
    const { store } = seat.tab;
    if (store.getState().session.phase !== 'open') {
      if (seat.device.browser.session.token === null)
        void store.dispatch(logIn(accounts[seat.account]?.email ?? '', PASSWORD));
      return;
    }
    // Nobody acts in a tab that sleeps or is hidden.
    seat.tab.wake();
    const choice = below(20);
    const listId = pick(selectListIds(store.getState()));
    const undo = choice === 0 && seat.undos.pop();
    if (undo) record.takeBack(seat, undo);
    else if (choice === 1 && answerOffer(seat)) return;
    else if (choice < 4) await actOnDevice(seat);
    else if (choice < 7) await actOnMembers(seat);
    else if (!listId || choice === 7) store.dispatch(addList({ name: text('L'), icon: 'tomato' }));
    else actInList(seat, listId);
  };

  /** Takes the backup at its step and restores it at a later one. */
  const mayRestore = async (): Promise<void> => {
    const step = record.step();
    if (step === backupStep || step === restoreStep) {
      await settled();
      await look();
    }
    if (step === backupStep) {
      backup = known;
      restore = await takeBackup(server);
    }
    if (step !== restoreStep || !restore) return;
    setBack = { backupStep, step, backup };
    forgotten.push(await readHistory(server, users));
    await restore();
    await look();
    record.nextStep();
  };

  while (record.step() < steps) {
    record.nextStep();
    if (isSetBack) await mayRestore();
    for (let acts = 1 + below(3); acts > 0; acts -= 1) {
      const seat = pick(living().flatMap(({ seats }) => seats));
      if (!seat) continue;
      await act(seat);
      if (chance(0.3)) void sync(seat.tab, chance(0.25));
    }
    const rest = below(6);
    if (rest === 0) await turns(below(60));
    else if (rest < 3) await settled();
    else if (rest === 3) await pass(below(3) * 1_000);
    await look();
  }
  server.wire = null;
  await settled();
  await look();
  return {
    look,
    accounts,
    removedAccounts,
    devices,
    record,
    moves,
    broughtBack,
    seen,
    takenOut,
    setBack,
    forgotten,
    answered,
  };
};
