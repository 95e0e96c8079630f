import { asItemId, type ItemId, type ListId } from '../contract/ids';
import type { ListRow } from '../contract/records';
import { isBlank } from '../domain/itemOrder';
import { splitPastedLines } from '../domain/pastedLines';
import type { AppThunk } from './appStore';
import { linesShared } from './intents';
import { selectItemGroups } from './itemGroups';
import type { Pasted } from './pasteThunks';
import type { RootState } from './rootReducer';
import { selectItem } from './viewSelectors';

/** Adds shared text to a list by the rules of a paste, but one line is enough. A blank open item takes the first line. */
export const shareLines =
  (listId: ListId, text: string): AppThunk<Pasted> =>
  (dispatch, getState, { ports, session }) => {
    const state = getState();
    const lines = splitPastedLines(text);
    const blank = selectItemGroups(state, listId).open.findLast((id) => {
      const item = selectItem(state, listId, id);
      return item && isBlank(item);
    });
    const [first] = lines;
    const into = blank && first !== undefined ? { itemId: blank, description: first } : null;
    const added = (into ? lines.slice(1) : lines).map((description) => ({
      itemId: asItemId(ports.newId()),
      description,
    }));
    if (lines.length > 0) dispatch(linesShared({ listId, into, added }));
    const ids: ItemId[] = added.map(({ itemId }) => itemId);
    const last = ids.at(-1) ?? into?.itemId ?? null;
    return { count: lines.length, last, added: ids, into, session: session.data() };
  };

const rowsOf = new WeakMap<RootState['lists'], readonly ListRow[]>();

/** All lists, in their order; the same array while none of them changes. */
export const selectLists = ({ lists }: RootState): readonly ListRow[] => {
  const known = rowsOf.get(lists);
  if (known) return known;
  const rows = lists.ids.flatMap((id) => lists.rows[id] ?? []);
  rowsOf.set(lists, rows);
  return rows;
};
