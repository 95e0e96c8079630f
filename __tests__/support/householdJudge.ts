import { isTyped } from '../../src/contract/fields';
import type { RowId } from '../../src/contract/ids';
import { isInPlaceOf } from '../../src/contract/uuids';
import type { RootState } from '../../src/store/state/rootReducer';
import { selectRecoveryOffers } from '../../src/store/view/recoveryOffers';
import { selectItem, selectItemIds, selectList, selectListIds } from '../../src/store/view/viewSelectors';
import { isLeave, isMovedTo } from '../../src/sync/model/unsent';
import type { Act } from './actRecord';
import type { History, ServerList, ServerLists, ServerRow } from './householdServer';
import type { Household } from './householdWalk';

/** Judges the end of a household's walk by what its people did. */

const linesOf = (
  lists: readonly (readonly [id: string, fields: object, items: readonly (readonly [string, object])[]])[],
) =>
  lists.flatMap(([id, fields, items]) => [
    `${id} ${JSON.stringify(fields)}`,
    ...items.map(([item, itemFields]) => `  ${item} ${JSON.stringify(itemFields)}`),
  ]);

const itemShown = (item: object | undefined) => {
  const { description, quantity, done, order } = item as Readonly<Record<string, unknown>>;
  return { description, quantity, done, order };
};

/** Lists and items as a tab shows them, in their order. */
export const shownLines = (state: RootState): readonly string[] =>
  linesOf(
    selectListIds(state).map((id) => {
      const { name, icon } = selectList(state, id) ?? {};
      return [
        id,
        { name, icon },
        selectItemIds(state, id).map((item) => [item, itemShown(selectItem(state, id, item))] as const),
      ] as const;
    }),
  );

/** The same as the server has them for an account. */
export const serverLines = (lists: ServerLists, user: number): readonly string[] =>
  linesOf(
    [...lists.values()]
      .filter(({ members }) => members.includes(user))
      .map(({ uuid, fields: { name, icon }, items }) => [
        uuid,
        { name, icon },
        items.map((item) => [item.uuid, itemShown(item.fields)] as const),
      ]),
  );

const isCertain = (act: Act): boolean => act.isStored !== 'doubtful' && act.isTakenBack === false;
const isPossible = (act: Act): boolean => act.isTakenBack !== true;
const isRemoval = ({ change }: Act): boolean => change.type === 'remove';
const isInsert = ({ change }: Act): boolean => change.type === 'insert';
const isLaterHere = (later: Act, act: Act): boolean => later.browser === act.browser && later.change.id > act.change.id;

export const judge = (household: Household, lists: ServerLists, history: History): readonly string[] => {
  const {
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
  } = household;
  const wrongs = [...record.wrongs];
  const items = new Map<string, ServerRow>(
    [...lists.values()].flatMap((list) => list.items.map((item) => [item.uuid, item] as const)),
  );
  const brought = new Map<string, ServerRow>(
    [...broughtBack.values()].flatMap(
      (list) => [[list.uuid, list], ...list.items.map((item) => [item.uuid, item])] as [string, ServerRow][],
    ),
  );
  const broughtAt = new Map(moves.map(({ list, step }) => [list, step] as const).reverse());
  const numberOf = (account: number): number => accounts[account]?.numberAtServer ?? 0;
  const isIn = (account: number, list: string): boolean =>
    lists.get(list)?.members.includes(numberOf(account)) === true;
  const histories = [history, ...forgotten];
  const hasArrived = (row: string, field: string, value: unknown): boolean =>
    histories.some((told) => told.get(`${row}/${field}`)?.has(value));
  const wasOnServer = (row: string): boolean => histories.some((told) => told.has(`${row}/uuid`));
  /** Whether the person was out of the list at the act, maybe without knowing it, or later, so that it could not count. */
  const wasOutSince = ({ account, step, change }: Act): boolean => {
    const own = moves.filter((move) => move.account === account && move.list === change.listId);
    return own.some(({ isIn }, at) => !isIn && (own[at + 1]?.step ?? Number.POSITIVE_INFINITY) >= step);
  };

  const states = new Map(devices.map(({ name, seats }) => [name, seats.map(({ tab }) => tab.store.getState())]));
  /** Whether the device still shows it, on Logs or in an offer: the row, or the value of this field. */
  const isKeptHere = ({ browser, change: { id, rowId, data } }: Act, name?: string): boolean =>
    (states.get(browser) ?? []).some((state) => {
      const isRefused = state.data.log.refusals.some(({ changes }) => changes.some((change) => change.id === id));
      const offered = Object.values(selectRecoveryOffers(state)).flatMap((offer) => offer.items);
      const row = offered.find((item) => item.id === rowId) as Readonly<Record<string, unknown>> | undefined;
      return isRefused || (row !== undefined && (name === undefined || row[name] === data[name]));
    });

  /** What a restored server may have forgotten is given up only in the cases of docs/limits.md. */
  const isForgettable = ({ step }: { readonly step: number }): boolean => setBack !== null && step <= setBack.step;
  const isBackedUp = (row: string): boolean =>
    [...(setBack?.backup.values() ?? [])].some(
      (list) => list.uuid === row || list.items.some(({ uuid }) => uuid === row),
    );
  /** Whether only this person's device knows another version than the backup, so that no other can sync first with its own. */
  const isOnlyVersion = (act: Act, own: readonly Act[]): boolean =>
    setBack !== null &&
    isBackedUp(act.change.rowId) &&
    !own.some((other) => other !== act && other.step >= setBack.backupStep) &&
    !moves.some(({ account, list, isIn }) => account === act.account && list === act.change.listId && !isIn);
  const lostSinceRestore = (account: number, list: string): boolean =>
    moves.some(
      (move) => move.account === account && move.list === list && !move.isIn && move.step >= (setBack?.step ?? 0),
    );

  /** Whether an undo made the row again later: one that was never sent comes back under its own id. */
  const isMadeAgain = (act: Act, own: readonly Act[]): boolean =>
    own.some((later) => isInsert(later) && isLaterHere(later, act));

  /** Whether a later act of the same device replaces the value, or the person removed the row there, perhaps in the other tab. */
  const isReplacedHere = (act: Act, name: string, own: readonly Act[]): boolean =>
    own.some(
      (other) =>
        other.browser === act.browser &&
        isPossible(other) &&
        (isRemoval(other) || (isLaterHere(other, act) && name in other.change.data)),
    );

  const checkTexts = (own: readonly Act[]): void => {
    for (const act of own) {
      const { collection, data, rowId } = act.change;
      if (!isCertain(act) || isRemoval(act) || removedAccounts.has(act.account)) continue;
      for (const [name, value] of Object.entries(data)) {
        if (!isTyped(collection, name) || value === '' || hasArrived(rowId, name, value)) continue;
        if (isReplacedHere(act, name, own) || isKeptHere(act, name)) continue;
        wrongs.push(`${name} ${value} of ${rowId}, typed at ${act.browser} in step ${act.step}, is nowhere`);
      }
    }
  };

  /**
   * Whether others wrote the value into an item before it was moved to this row. It comes along, if it had arrived by then.
   * @param later the rows of its later moves. The undo of a move leads back to its old row
   */
  const cameAlong = (rowId: RowId, name: string, value: unknown, later: readonly RowId[] = []): boolean =>
    [...record.acts.values()]
      .filter(({ change }) => isMovedTo(change, rowId) && !later.includes(change.rowId))
      .some(
        ({ tab, change: { rowId: old } }) =>
          (hasArrived(old, name, value) &&
            (record.byRow.get(old) ?? []).some((act) => act.tab !== tab && act.change.data[name] === value)) ||
          cameAlong(old, name, value, [...later, rowId]),
      );

  const checkFields = (own: readonly Act[], row: ServerRow): void => {
    for (const [name, value] of Object.entries(row.fields)) {
      const writes = own.filter(({ change }) => change.type !== 'remove' && name in change.data);
      const first = brought.get(row.uuid)?.fields[name];
      // Ticks are not unique: whether one has arrived is known only of those that could not be lost or refused.
      const arrived = writes.filter(
        (act) =>
          hasArrived(row.uuid, name, act.change.data[name]) &&
          (name !== 'done' || (isCertain(act) && !isKeptHere(act) && !wasOutSince(act))),
      );
      if (name === 'done' && arrived.length < writes.length) continue;
      const isSuperseded = (act: Act): boolean =>
        !isForgettable(act) &&
        arrived.some(
          (later) =>
            later.over.get(name) === act ||
            (later.browser === act.browser ? isLaterHere(later, act) : isInsert(act) && !isInsert(later)),
        );
      const allowed = arrived.filter((act) => !isSuperseded(act)).map(({ change }) => change.data[name]);
      const isFirst = value === first && (arrived.length === 0 || isForgettable(arrived[0] as Act));
      if (!allowed.includes(value) && !isFirst && !cameAlong(row.row.id, name, value))
        wrongs.push(`${name} of ${row.uuid} is ${value}, expected one of ${JSON.stringify(allowed)}`);
    }
  };

  /** The removals that may count. */
  const removalsOf = (own: readonly Act[]): readonly Act[] =>
    own.filter((act) => isRemoval(act) && isPossible(act) && !isMadeAgain(act, own));

  /** Whether the row was removed by somebody who could: surely, perhaps, or not. */
  const removal = (own: readonly Act[]): 'surely' | 'perhaps' | 'never' => {
    const removals = removalsOf(own);
    const isSure = (act: Act): boolean =>
      isCertain(act) &&
      !removedAccounts.has(act.account) &&
      !wasOutSince(act) &&
      (!isForgettable(act) || isOnlyVersion(act, own));
    if (removals.some(isSure)) return 'surely';
    return removals.length > 0 ? 'perhaps' : 'never';
  };

  const checkItem = (row: string, own: readonly Act[]): void => {
    const list = own[0]?.change.listId ?? '';
    const isThere = items.has(row);
    const state = removal(own);
    const who = own.map(({ browser, step, change }) => `${change.type} at ${browser} in ${step}`).join(', ');
    if (isThere && state === 'surely') wrongs.push(`${row} was removed and is there: ${who}`);
    const inserts = own.filter((act) => isInsert(act) && !isMadeAgain(act, own));
    // Its create may have arrived without an answer. Who left the list meanwhile, perhaps elsewhere, cannot know that.
    const takenBack = inserts.length > 0 && inserts.every((act) => act.isTakenBack === true && !wasOutSince(act));
    if (isThere && takenBack) wrongs.push(`${row} was kept elsewhere or given up, and is there: ${who}`);
    if (wasOnServer(row)) {
      const isGivenUp = inserts.some(
        (act) => isForgettable(act) && (isKeptHere(act) || answered.has(row) || lostSinceRestore(act.account, list)),
      );
      if (!isThere && lists.has(list) && state === 'never' && !isGivenUp) wrongs.push(`${row} is lost: ${who}`);
      return;
    }
    const isWanted = inserts.some((act) => isCertain(act) && !removedAccounts.has(act.account));
    if (isWanted && state === 'never' && !inserts.some((act) => isKeptHere(act)))
      wrongs.push(`${row} was never sent: ${who}`);
  };

  const checkList = (row: string, own: readonly Act[]): void => {
    const list = lists.get(row);
    const removals = removalsOf(own).filter(({ change }) => !isLeave(change));
    const surely = removals.filter((act) => isCertain(act) && isIn(act.account, row) && !wasOutSince(act));
    if (list && surely.some((act) => list.owner === numberOf(act.account) && !isKeptHere(act)))
      wrongs.push(`list ${row} was removed and is there`);
    const isGoneWithAccount = moves.some((move) => move.list === row && removedAccounts.has(move.account));
    const isMade =
      brought.has(row) || own.some((act) => isInsert(act) && isCertain(act) && !removedAccounts.has(act.account));
    const isForgotten = moves.some(
      (move) => move.list === row && !move.isIn && isForgettable(move) && !isBackedUp(row),
    );
    const isLost = !list && isMade && removals.length === 0;
    if (isLost && !isGoneWithAccount && !isForgotten) wrongs.push(`list ${row} is lost`);
    for (const account of accounts.keys()) {
      if (removedAccounts.has(account)) continue;
      const last = moves.filter((move) => move.account === account && move.list === row).at(-1);
      const leaves = own.filter((act) => act.account === account && isLeave(act.change) && isPossible(act));
      const sure = leaves.filter(
        (act) => isCertain(act) && !isForgettable(act) && !isKeptHere(act) && act.step > (last?.step ?? 0),
      );
      if (list && isIn(account, row) && sure.length) wrongs.push(`${account} left ${row} and is in it`);
      const isOut = list && last && !last.isIn && last.step !== setBack?.step;
      const isTakenOut = takenOut.some((move) => move.account === account && move.list === row);
      if (isOut && leaves.length === 0 && !isTakenOut) wrongs.push(`${account} is not in ${row} any more`);
    }
  };

  for (const [row, own] of record.byRow) {
    checkTexts(own);
    const isList = own[0]?.change.collection === 'lists';
    if (isList) checkList(row, own);
    else if (!brought.has(row)) checkItem(row, own);
    const there = isList ? lists.get(row) : items.get(row);
    if (there) checkFields(own, there);
  }
  for (const row of [...lists.values()].flatMap((list: ServerList): ServerRow[] => [list, ...list.items]))
    if (!record.byRow.has(row.uuid) && !brought.has(row.uuid)) wrongs.push(`${row.uuid} was made by nobody`);
  for (const list of broughtBack.values()) {
    if ((broughtAt.get(list.uuid) ?? 0) <= (setBack?.step ?? 0)) continue;
    for (const item of list.items) {
      const own = record.byRow.get(item.uuid) ?? [];
      if (lists.has(list.uuid) && !items.has(item.uuid) && removal(own) === 'never')
        wrongs.push(`${item.uuid} was brought back and is lost`);
      if (items.has(item.uuid) && removal(own) === 'surely') wrongs.push(`${item.uuid} was removed and is there`);
    }
    const here = new Set(list.items.map(({ fields }) => fields.description));
    const isMissing = ({ uuid, fields }: ServerRow): boolean => {
      const own = record.byRow.get(uuid) ?? [];
      const wasRemovedAlone = own.some(({ change }) => change.type === 'remove' && change.data.withList !== true);
      return (
        !wasRemovedAlone &&
        ![fields, ...own.map(({ change }) => change.data)].some((each) => here.has(each.description as string))
      );
    };
    const former = [...seen.values()].filter(({ uuid }) => uuid !== list.uuid && isInPlaceOf(list.uuid, uuid));
    // A list that was made and removed between two looks was never seen.
    if (former.length > 0 && former.every((was) => was.items.some(isMissing)))
      wrongs.push(`list ${list.uuid} came back without all of its items`);
  }
  return wrongs;
};
