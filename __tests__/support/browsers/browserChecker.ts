import { emptyFields } from '../../../src/contract/fields';
import type { ChangeId } from '../../../src/contract/ids';
import type { Collection } from '../../../src/contract/records';
import type { RootState } from '../../../src/store/state/rootReducer';
import { recoveryOffers } from '../../../src/sync/model/orphans';
import type { Change, SyncState } from '../../../src/sync/model/syncState';
import type { StoredRow } from '../modelProvider';
import { isRefused, type ServerEnd, serverRows } from '../simulationConvergence';
import type { Owner } from '../simulationScheduler';

/** Where and over what a person acted. */
export interface Moment {
  readonly account: string;
  readonly browser: string;
  /** What the screen showed. */
  readonly before: RootState;
}

interface Act extends Moment {
  readonly change: Change;
  readonly owner: Owner;
  isWritten: boolean;
  /** Died or was closed before the disk had it: nobody may expect it, and nobody may be surprised by it. */
  isDoubtful: boolean;
  /** Done before the server was set back: of what several browsers knew of a row the first one back decides. */
  isForgettable: boolean;
  /** Done before that, too, in a browser whose disk gave no answer: the server alone may have had it. Decision 010 gives that up. */
  isLosable: boolean;
  /** For each field, the act that its author saw and wrote over. */
  readonly over: ReadonlyMap<string, Act>;
  /** Those of them by another tab that no disk had: without keys, who made them cannot know that they had arrived. */
  readonly unknowing: ReadonlySet<Act>;
}

export interface AccountEnd extends ServerEnd {
  readonly knowsKeys: boolean;
  everHad(collection: Collection, uuid: string): boolean;
  /** What stands on each disk. */
  readonly states: readonly { readonly browser: string; readonly state: SyncState }[];
}

const shownRow = ({ lists, items }: RootState, { collection, listId, rowId }: Change): object | undefined => {
  const rows: Readonly<Record<string, object>> = collection === 'lists' ? lists.rows : (items[listId]?.rows ?? {});
  return rows[rowId];
};

/** Everything every person did: what must still hold when all is quiet. */
export const makeBrowserChecker = () => {
  const acts = new Map<ChangeId, Act>();
  const byRow = new Map<string, Act[]>();
  const wrongs = new Set<string>();
  const silentDisks = new Set<string>();

  /**
   * The one act of the same browser whose value the author saw; where several wrote the same word, none is taken for it. What
   * another browser wrote and never got an answer for, it may rightly send again.
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

  /** What a field may hold in the end: what somebody wrote and nobody knowingly wrote over. */
  const allowed = (own: readonly Act[], name: string, knowsKeys = true): unknown[] => {
    const superseded = new Set<Act>();
    const writes = own.filter(({ change }) => name in change.data);
    for (const act of [...writes].reverse()) {
      const isCertain = !act.isForgettable && (!act.isDoubtful || superseded.has(act));
      const old = act.over.get(name);
      if (isCertain && old && (knowsKeys || !act.unknowing.has(old))) superseded.add(old);
    }
    return writes.filter((act) => !superseded.has(act)).map(({ change }) => change.data[name]);
  };

  /** Taken back under its own id: what of it is newest depends on when it was sent. */
  const isRestored = (own: readonly Act[]): boolean => own.filter(({ change }) => change.type === 'insert').length > 1;

  /** Taken back before it was ever sent, which no disk needs to know, and typed into by a tab that had not heard of it. */
  const isRetyped = (own: readonly Act[]): boolean =>
    own.some(
      (act) =>
        act.change.type === 'remove' &&
        !act.isWritten &&
        own.some(({ owner, change }) => change.type === 'update' && change.id > act.change.id && owner !== act.owner),
    );

  const existence = (own: readonly Act[]): 'wanted' | 'removed' | 'open' => {
    const certain = own.filter(({ isDoubtful }) => !isDoubtful);
    const isOpen = (act: Act): boolean => act.isDoubtful || act.isForgettable;
    if (own.some((act) => isOpen(act) && act.change.type === 'remove')) return 'open';
    const removals = certain.filter(({ change }) => change.type === 'remove');
    if (isRestored(own) || isRetyped(own)) return 'open';
    if (removals.length) return 'removed';
    return certain.some(({ change, isLosable }) => change.type === 'insert' && !isLosable) ? 'wanted' : 'open';
  };

  const checkFields = (
    own: readonly Act[],
    row: Readonly<Record<string, unknown>>,
    place: Change,
    { knowsKeys }: AccountEnd,
  ): string[] =>
    Object.keys(emptyFields[place.collection]).flatMap((name) => {
      const values = allowed(own, name, knowsKeys);
      if (values.length === 0 || values.includes(row[name])) return [];
      return [`${place.rowId}.${name} is ${JSON.stringify(row[name])}, expected one of ${JSON.stringify(values)}`];
    });

  const mayBeBlank = (own: readonly Act[]): boolean =>
    allowed(own, 'description').includes('') && allowed(own, 'quantity').includes('');

  /** What was added to a list that somebody else removed must be offered, or have been kept or dismissed. */
  const checkLost = (own: readonly Act[], place: Change, end: AccountEnd): string[] => {
    if (place.collection === 'lists' || existence(own) !== 'wanted' || mayBeBlank(own)) return [];
    if (end.everHad('items', place.rowId)) return [];
    const origin = own.find(({ change }) => change.type === 'insert');
    const isOwnRemoval = (byRow.get(place.listId) ?? []).some(
      ({ change, browser }) => change.type === 'remove' && browser === origin?.browser,
    );
    if (!origin || isOwnRemoval || resolved.has(place.listId)) return [];
    const origins = end.states.find(({ browser }) => browser === origin.browser);
    const offered = origins && recoveryOffers(origins.state)[place.listId];
    const isOffered = offered?.items.some(({ description }) => allowed(own, 'description').includes(description));
    return isOffered ? [] : [`${place.rowId} was added to the removed list ${place.listId} and nobody was told`];
  };

  const resolved = new Set<string>();

  const checkRow = (own: readonly Act[], end: AccountEnd, excused: ReadonlySet<string>): string[] => {
    const place = own[0]?.change;
    if (!place || isRestored(own) || excused.has(place.rowId) || excused.has(place.listId)) return [];
    const row = serverRows(end, place.collection).get(place.rowId);
    const listState = existence(byRow.get(place.listId) ?? []);
    if (place.collection === 'items' && listState === 'removed') {
      return row ? [`${place.rowId} stands in a removed list`] : checkLost(own, place, end);
    }
    if (listState === 'open') return [];
    const rowState = existence(own);
    if (rowState === 'removed')
      return row && !end.hasLandedLate(place.rowId) ? [`${place.rowId} was removed and is back`] : [];
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
    /** The memory of a tab is gone, and with it what no disk had. */
    forgot: (owner: Owner): void => {
      for (const act of acts.values()) if (act.owner === owner && !act.isWritten) act.isDoubtful = true;
    },
    diskWasSilent: (browser: string): void => void silentDisks.add(browser),
    serverSetBack: (): void => {
      for (const act of acts.values()) {
        act.isForgettable = true;
        act.isLosable = silentDisks.has(act.browser);
      }
    },
    /** Something is wrong on its way already. */
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
