import { asItemId, type ItemId, type ListId } from '../contract/ids';
import { splitPastedLines } from '../domain/pastedLines';
import type { AppThunk } from './appStore';
import { linesPasted, type PastedItem, pasteUndone } from './intents';
import type { UserData } from './userData';
import { selectItem } from './viewSelectors';

/** What a paste did: how many items came of it, where the focus goes, and what an undo takes away. */
export interface Pasted {
  readonly count: number;
  readonly last: ItemId | null;
  readonly added: readonly ItemId[];
  readonly into: PastedItem | null;
  readonly session: UserData | null;
}

/** Several pasted lines become items; a blank current item takes the first. */
export const pasteLines =
  (listId: ListId, text: string, current: ItemId | null): AppThunk<Pasted> =>
  (dispatch, getState, { ports, session }) => {
    const lines = splitPastedLines(text);
    const item = current && selectItem(getState(), listId, current);
    const isInto = item && item.description.trim() === '';
    const [first] = lines;
    const into = isInto && first !== undefined ? { itemId: item.id, description: first } : null;
    const added = (into ? lines.slice(1) : lines).map((description) => ({
      itemId: asItemId(ports.newId()),
      description,
    }));
    if (lines.length) dispatch(linesPasted({ listId, into, added, text }));
    return {
      count: lines.length,
      last: added.at(-1)?.itemId ?? into?.itemId ?? null,
      added: added.map(({ itemId }) => itemId),
      into,
      session: session.data(),
    };
  };

/**
 * Takes the added rows away, and the blank row that took the first line, unless somebody has made something else of it: it may
 * have been sent meanwhile, and would stay blank on every device. A row with a quantity only loses the line.
 */
export const undoPaste =
  (listId: ListId, { added, into, session: pastedIn }: Pasted): AppThunk =>
  (dispatch, getState, { session }) => {
    if (session.data() !== pastedIn) return;
    const filled = into && selectItem(getState(), listId, into.itemId);
    const isAsPasted = filled && filled.description === into.description && !filled.done;
    if (!isAsPasted) dispatch(pasteUndone({ listId, itemIds: added, emptied: null }));
    else if (filled.quantity.trim() === '')
      dispatch(pasteUndone({ listId, itemIds: [filled.id, ...added], emptied: null }));
    else dispatch(pasteUndone({ listId, itemIds: added, emptied: filled.id }));
  };
