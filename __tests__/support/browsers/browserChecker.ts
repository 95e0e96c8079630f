import { emptyFields } from '../../../src/contract/fields';
import type { ChangeId, RowId } from '../../../src/contract/ids';
import type { Collection } from '../../../src/contract/records';
import type { RootState } from '../../../src/store/state/rootReducer';
import { recoveryOffers } from '../../../src/sync/model/orphans';
import type { Change, SyncState } from '../../../src/sync/model/syncState';
import { isMovedTo } from '../../../src/sync/model/unsent';
import type { StoredRow } from '../modelProvider';
import { isRefused, type ServerEnd, serverRows } from '../simulationConvergence';
import type { Owner } from '../simulationScheduler';

/** Where a person acted, and on which screen content. */
interface Moment {
  readonly account: string;
  readonly browser: string;
  /** Without locks, two tabs may send one row at the same moment. Decision 009 accepts that the older value wins. */
  readonly hasLocks: boolean;
  /** What the screen showed before. */
  readonly before: RootState;
}

interface Act extends Moment {
  readonly change: Change;
  readonly owner: Owner;
  isWritten: boolean;
  /** Its tab was killed or closed before the disk had it. It may be lost, and it may be there. */
  isDoubtful: boolean;
  /** An undo has taken it out of the log: in memory of this tab, or on disk. Killed in between, it may count or not. */
  takenBack: Owner | 'doubtful' | 'surely' | null;
  /** Its tab was hidden before the disk had the undo, and a hidden tab gives up the lead. Decision 009 accepts it with a silent disk. */
  wasHiddenUnstored: boolean;
  /** Done before the server was restored from a copy. If browsers know a row in different versions, the first that syncs decides. */
  isForgettable: boolean;
  /**
   * Also done before that, in a browser whose disk gave no answer or that has no locks. Perhaps only the server had it. Decision
   * 010 accepts the loss.
   */
  isLosable: boolean;
  /** For each field, the earlier act whose value the author saw and replaced. */
  readonly over: ReadonlyMap<string, Act>;
  /** The acts in `over` by another tab that were not on disk. Without keys, that tab cannot know that they had arrived. */
  readonly unknowing: ReadonlySet<Act>;
}

interface AccountEnd extends ServerEnd {
  readonly knowsKeys: boolean;
  everHad(collection: Collection, uuid: string): boolean;
  /** The content of each disk. */
  readonly states: readonly { readonly browser: string; readonly state: SyncState }[];
}

/** Two acts this close may be sent at the same time. */
const SAME_MOMENT_MS = 5_000;

const shownRow = ({ lists, items }: RootState, { collection, listId, rowId }: Change): object | undefined => {
  const rows: Readonly<Record<string, object>> = collection === 'lists' ? lists.rows : (items[listId]?.rows ?? {});
  return rows[rowId];
};

/** Notes what every person did, and checks the end of the history against it. */
export const makeBrowserChecker = () => {
  const acts = new Map<ChangeId, Act>();
  const byRow = new Map<string, Act[]>();
  const wrongs = new Set<string>();
  const silentDisks = new Set<string>();

  /**
   * For each field, the act of the same browser whose value the author saw. If several acts wrote the same value, none counts.
   * Acts of another browser do not count: that browser may send an unanswered write again.
   */
  const overwritten = (change: Change, moment: Moment): Act['over'] => {
    const shown = shownRow(moment.before, change) as Readonly<Record<string, unknown>> | undefined;
    const over = new Map<string, Act>();
    if (!shown) return over;
    for (const name of Object.keys(change.data)) {
      const same = (byRow.get(change.rowId) ?? []).filter((act) => act.change.data[name] === shown[name]);
      const [only] = same;
      if (only && same.length === 1 && only.browser === moment.browser) over.set(name, only);
    }
    return over;
  };

  /** The values that a field may hold at the end: those that nobody knowingly replaced. */
  const allowed = (own: readonly Act[], name: string, knowsKeys = true): unknown[] => {
    const superseded = new Set<Act>();
    const writes = own.filter(({ change }) => name in change.data);
    for (const act of [...writes].reverse()) {
      const isCertain = !act.isForgettable && (!act.isDoubtful || superseded.has(act));
      const old = act.over.get(name);
      // A late copy of its request may come after the restore, which has forgotten its key.
      const mayComeAgain = old?.isForgettable === true;
      if (isCertain && old && !mayComeAgain && act.hasLocks && (knowsKeys || !act.unknowing.has(old)))
        superseded.add(old);
    }
    return writes.filter((act) => !superseded.has(act)).map(({ change }) => change.data[name]);
  };

  /** The row was removed and restored with the same id. Its newest values depend on when they were sent. */
  const isRestored = (own: readonly Act[]): boolean => own.filter(({ change }) => change.type === 'insert').length > 1;

  /** The row was removed before it was sent, so its removal need not be on disk. Another tab did not know that and edited the row. */
  const isRetyped = (own: readonly Act[]): boolean =>
    own.some(
      (act) =>
        act.change.type === 'remove' &&
        !act.isWritten &&
        own.some(({ owner, change }) => change.type === 'update' && change.id > act.change.id && owner !== act.owner),
    );

  /** Without locks, one tab may send the row while another one removes it. Decision 009 accepts that it stays. */
  const isRaced = (removal: Act, own: readonly Act[]): boolean =>
    !removal.hasLocks &&
    own.some(
      ({ owner, change }) => owner !== removal.owner && Math.abs(change.time - removal.change.time) < SAME_MOMENT_MS,
    );

  const existence = (own: readonly Act[]): 'wanted' | 'removed' | 'open' => {
    const certain = own.filter(({ isDoubtful, takenBack }) => !isDoubtful && takenBack !== 'surely');
    const isOpen = (act: Act): boolean =>
      act.isDoubtful ||
      act.takenBack === 'doubtful' ||
      (act.wasHiddenUnstored && silentDisks.has(act.browser)) ||
      act.isForgettable ||
      isRaced(act, own);
    if (own.some((act) => isOpen(act) && act.change.type === 'remove')) return 'open';
    const removals = certain.filter(({ change }) => change.type === 'remove');
    if (isRestored(own) || isRetyped(own)) return 'open';
    if (removals.length) return 'removed';
    return certain.some(({ change, isLosable }) => change.type === 'insert' && !isLosable) ? 'wanted' : 'open';
  };

  /**
   * What others wrote into an item before it was moved to this row comes along, perhaps. So does what the mover wrote and no
   * longer saw: on a full disk, an answered edit leaves the log, and a window opened again has it from the next pull only.
   * @param later the rows of its later moves. The undo of a move leads back to its old row
   */
  const cameAlong = (rowId: string, name: string, later: readonly string[] = []): unknown[] =>
    [...acts.values()]
      .filter(({ change }) => isMovedTo(change, rowId as RowId) && !later.includes(change.rowId))
      .flatMap((move) => {
        const written = byRow.get(move.change.rowId) ?? [];
        const byOthers = written.filter(({ owner, change }) => owner !== move.owner && name in change.data);
        const shown = shownRow(move.before, move.change) as Readonly<Record<string, unknown>> | undefined;
        return [
          ...byOthers.map(({ change }) => change.data[name]),
          ...allowed(written, name).filter((value) => value !== shown?.[name]),
          ...cameAlong(move.change.rowId, name, [...later, rowId]),
        ];
      });

  const checkFields = (
    own: readonly Act[],
    row: Readonly<Record<string, unknown>>,
    place: Change,
    { knowsKeys }: AccountEnd,
  ): string[] =>
    Object.keys(emptyFields[place.collection]).flatMap((name) => {
      const values = allowed(own, name, knowsKeys);
      if (values.length === 0 || [...values, ...cameAlong(place.rowId, name)].includes(row[name])) return [];
      return [`${place.rowId}.${name} is ${JSON.stringify(row[name])}, expected one of ${JSON.stringify(values)}`];
    });

  const mayBeBlank = (own: readonly Act[]): boolean =>
    allowed(own, 'description').includes('') && allowed(own, 'quantity').includes('');

  /** An item that was added to a list that somebody else removed must be in a recovery offer, or the person has answered the offer. */
  const checkLost = (own: readonly Act[], place: Change, end: AccountEnd): string[] => {
    if (place.collection === 'lists' || existence(own) !== 'wanted' || mayBeBlank(own)) return [];
    if (end.everHad('items', place.rowId)) return [];
    const origin = own.find(({ change }) => change.type === 'insert');
    const isOwnRemoval = (byRow.get(place.listId) ?? []).some(
      ({ change, browser, takenBack }) => change.type === 'remove' && takenBack === null && browser === origin?.browser,
    );
    if (!origin || isOwnRemoval || resolved.has(place.listId)) return [];
    const origins = end.states.find(({ browser }) => browser === origin.browser);
    const offered = origins && recoveryOffers(origins.state)[place.listId];
    const isOffered = offered?.items.some(({ description }) => allowed(own, 'description').includes(description));
    return isOffered ? [] : [`${place.rowId} was added to the removed list ${place.listId} and nobody was told`];
  };

  const resolved = new Set<string>();

  /** The row to which the act has moved an item, if the provider refused that row. The item is then where it was. */
  const refusedMove = ({ change }: Act, end: AccountEnd, excused: ReadonlySet<string>): string | null => {
    const to = change.data.movedTo;
    return typeof to === 'string' && excused.has(to) && !end.everHad('items', to) ? to : null;
  };

  const checkRow = (all: readonly Act[], end: AccountEnd, excused: ReadonlySet<string>): string[] => {
    const own = all.filter((act) => refusedMove(act, end, excused) === null);
    const place = all[0]?.change;
    if (!place || isRestored(own) || excused.has(place.rowId) || excused.has(place.listId)) return [];
    // If the person removed the new row before it was refused, either is right.
    const refused = all.flatMap((act) => refusedMove(act, end, excused) ?? []);
    if (refused.some((to) => byRow.get(to)?.some(({ change }) => change.type === 'remove'))) return [];
    const row = serverRows(end, place.collection).get(place.rowId);
    const listState = existence(byRow.get(place.listId) ?? []);
    if (place.collection === 'items' && listState === 'removed') {
      const isWrong = row && !end.mayBeBack(place.listId);
      return isWrong ? [`${place.rowId} stands in a removed list`] : checkLost(own, place, end);
    }
    if (listState === 'open') return [];
    const rowState = existence(own);
    if (rowState === 'removed')
      return row && !end.mayBeBack(place.rowId) ? [`${place.rowId} was removed and is back`] : [];
    if (row) return checkFields(own, row, place, end);
    const isExcused = rowState === 'open' || (place.collection === 'items' && mayBeBlank(own));
    return isExcused ? [] : [`${place.rowId} is lost`];
  };

  return {
    did: (change: Change, owner: Owner, moment: Moment): void => {
      if (acts.has(change.id)) return;
      const over = overwritten(change, moment);
      const unknowing = new Set([...over.values()].filter((old) => old.owner !== owner && !old.isWritten));
      const act: Act = {
        ...moment,
        change,
        owner,
        isWritten: false,
        isDoubtful: false,
        takenBack: null,
        wasHiddenUnstored: false,
        isForgettable: false,
        isLosable: false,
        over,
        unknowing,
      };
      acts.set(change.id, act);
      byRow.set(change.rowId, [...(byRow.get(change.rowId) ?? []), act]);
    },
    written: (id: ChangeId): void => {
      const act = acts.get(id);
      if (act) act.isWritten = true;
    },
    /** An undo took the change out of the log. */
    tookBack: (id: ChangeId, owner: Owner): void => {
      const act = acts.get(id);
      if (act) act.takenBack = owner;
    },
    hid: (owner: Owner): void => {
      for (const act of acts.values()) if (act.takenBack === owner) act.wasHiddenUnstored = true;
    },
    deleted: (id: ChangeId, owner: Owner): void => {
      const act = acts.get(id);
      if (act?.takenBack === owner) act.wasHiddenUnstored = false;
      // After a kill the disk may still have had it, and another tab may have sent it before it was deleted.
      if (act?.takenBack && act.takenBack !== 'doubtful') act.takenBack = 'surely';
    },
    /** A tab lost its memory, and so every act that was not on disk. */
    forgot: (owner: Owner): void => {
      for (const act of acts.values()) {
        if (act.owner === owner && !act.isWritten) act.isDoubtful = true;
        if (act.takenBack === owner) act.takenBack = 'doubtful';
      }
    },
    diskWasSilent: (browser: string): void => void silentDisks.add(browser),
    serverSetBack: (): void => {
      for (const act of acts.values()) {
        act.isForgettable = true;
        act.isLosable = silentDisks.has(act.browser) || !act.hasLocks;
      }
    },
    /** Something is already wrong during the history. */
    noted: (wrong: string): void => void wrongs.add(wrong),
    resolvedLost: (listId: string): void => void resolved.add(listId),
    check: (account: string, end: AccountEnd): string[] => {
      const excused = new Set<string>(
        end.states
          .flatMap(({ state }) => state.log.refusals.flatMap(({ changes }) => changes))
          .flatMap(({ rowId, listId }) => (isRefused(end, rowId, listId) ? [rowId] : [])),
      );
      const rows = [...byRow.values()].filter(([first]) => first?.account === account);
      const strangers = (['lists', 'items'] as const)
        .flatMap((collection) => end.alive(collection) as readonly StoredRow[])
        .filter(({ uuid }) => !byRow.has(uuid));
      const others = [...byRow].filter(
        ([uuid, [first]]) => first && first.account !== account && end.everHad(first.change.collection, uuid),
      );
      return [
        ...wrongs,
        ...others.map(([uuid]) => `${uuid} of another account came to ${account}`),
        ...strangers.map(({ uuid }) => `${uuid} was made by nobody`),
        ...rows.flatMap((own) => checkRow(own, end, excused)),
      ];
    },
  };
};

export type BrowserChecker = ReturnType<typeof makeBrowserChecker>;
