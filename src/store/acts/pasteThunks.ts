import { isBlank } from '../../contract/fields';
import { asItemId, type ItemId, type ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { idsAfter } from '../../domain/idsAfter';
import { type PastedLine, readPastedLines } from '../../domain/pastedLines';
import { placeBetween } from '../../domain/placeBetween';
import type { AppThunk } from '../state/appStore';
import type { UserData } from '../state/session';
import { selectItem, selectItemIds } from '../view/viewSelectors';
import { type ItemOrder, linesPasted, type PastedItem, pasteUndone } from './intents';
import { newItemIds } from './newIds';

/** The items that the pasted lines become: the item that takes the first line, the new ones, and which are ticked. */
interface PastePlan {
  readonly into: PastedItem | null;
  readonly added: readonly PastedItem[];
  readonly ticked: readonly ItemId[];
}

/** What a paste did: its items, how many they are, and where the focus goes. An undo removes them. */
export interface Pasted extends PastePlan {
  readonly count: number;
  readonly last: ItemId | null;
  readonly session: UserData | null;
}

/** An item without a description takes the first line, unless both the line and the item have a quantity. */
const takesLine = (item: ItemRow, line: PastedLine): boolean =>
  item.description.trim() === '' && (line.quantity === '' || item.quantity.trim() === '');

/**
 * Decides which items the pasted lines become.
 * @param current the item that may take the first line
 * @param idsFor returns ids for that many new items; `isInto` says whether the current item took the first line
 */
export const planPaste = (
  lines: readonly PastedLine[],
  current: ItemRow | undefined,
  idsFor: (count: number, isInto: boolean) => readonly ItemId[],
): PastePlan => {
  const [first] = lines;
  const isInto = current !== undefined && first !== undefined && takesLine(current, first);
  const newIds = idsFor(isInto ? lines.length - 1 : lines.length, isInto);
  const ids = isInto ? [current.id, ...newIds] : newIds;
  const items = ids.flatMap((itemId, index) => {
    const line = lines[index];
    return line ? [{ itemId, description: line.description, quantity: line.quantity }] : [];
  });
  return {
    into: isInto ? (items[0] ?? null) : null,
    added: isInto ? items.slice(1) : items,
    ticked: ids.filter((_, index) => lines[index]?.isTicked),
  };
};

/** The result of a plan that was carried out. */
export const pastedBy = (plan: PastePlan, session: UserData | null): Pasted => ({
  ...plan,
  count: plan.added.length + (plan.into ? 1 : 0),
  last: plan.added.at(-1)?.itemId ?? plan.into?.itemId ?? null,
  session,
});

interface Placed {
  readonly added: readonly PastedItem[];
  /** Following rows that share a place with the current one, and get new places after the added rows. */
  readonly moved: readonly ItemOrder[];
}

/** If a row was moved by hand, no id can place new rows after it, so they get explicit places. */
const inPlaceAfter = (current: ItemRow, rows: readonly ItemRow[], added: readonly PastedItem[]): Placed => {
  const [next] = rows;
  if (added.length === 0 || !next || (!current.order && !next.order)) return { added, moved: [] };
  const ids = added.map(({ itemId }) => itemId);
  const orders = placeBetween(current, ids, rows);
  return {
    added: added.map((pasted, index) => ({ ...pasted, order: orders[index]?.order ?? '' })),
    moved: orders.slice(added.length),
  };
};

/**
 * Makes items of pasted lines. A blank current item takes the first line and the others follow it; else all come last.
 */
export const pasteLines =
  (listId: ListId, text: string, currentId: ItemId | null): AppThunk<Pasted> =>
  (dispatch, getState, { ports, session }) => {
    const ids = selectItemIds(getState(), listId);
    const current = currentId ? selectItem(getState(), listId, currentId) : undefined;
    const following = current && isBlank(current) ? ids.slice(ids.indexOf(current.id) + 1) : [];
    const [next] = following;
    const plan = planPaste(readPastedLines(text), current, (count, isInto) => {
      const fresh = newItemIds(getState(), listId, count, ports);
      return (isInto && current && next && idsAfter(current.id, next, fresh)?.map(asItemId)) || fresh;
    });
    const { into } = plan;
    const rows = following.flatMap((id) => selectItem(getState(), listId, id) ?? []);
    const placed = into && current ? inPlaceAfter(current, rows, plan.added) : { added: plan.added, moved: [] };
    if (into || plan.added.length > 0) dispatch(linesPasted({ listId, into, ...placed, text }));
    return pastedBy(plan, session.data());
  };

/** Whether nobody has changed the text or the tick of a pasted row since. The bar of the paste may have ticked it. */
const hasPastedText = (
  item: ItemRow | undefined,
  { description }: PastedItem,
  ticked: readonly ItemId[],
): item is ItemRow => item?.description === description && (!item.done || ticked.includes(item.id));

/**
 * Removes the pasted rows that nobody has changed since. This includes the blank row that took the first line: it may have
 * been sent, and would stay blank on every device. A row that had a quantity before only loses the line.
 */
export const undoPaste =
  (listId: ListId, { added, into, ticked, session: pastedIn }: Pasted): AppThunk =>
  (dispatch, getState, { session }) => {
    if (session.data() !== pastedIn) return;
    const isAsPasted = (pasted: PastedItem): boolean => {
      const item = selectItem(getState(), listId, pasted.itemId);
      return hasPastedText(item, pasted, ticked) && item.quantity.trim() === pasted.quantity;
    };
    const itemIds = [...(into ? [into] : []), ...added].filter(isAsPasted).map(({ itemId }) => itemId);
    const filled = into ? selectItem(getState(), listId, into.itemId) : undefined;
    const hadQuantity = into?.quantity === '' && filled?.quantity.trim() !== '';
    const emptied = hadQuantity && hasPastedText(filled, into, ticked) ? filled.id : null;
    dispatch(pasteUndone({ listId, itemIds, emptied }));
  };
