import { isBlank } from '../../contract/fields';
import type { ListId } from '../../contract/ids';
import { readPastedLines } from '../../domain/pastedLines';
import type { AppThunk } from '../state/appStore';
import { selectItemGroups } from '../view/itemGroups';
import { selectItem } from '../view/viewSelectors';
import { linesShared } from './intents';
import { newItemIds } from './newIds';
import { type Pasted, pastedBy, planPaste } from './pasteThunks';

/** Adds shared text to a list by the rules of a paste, even a single line. A blank open item takes the first line. */
export const shareLines =
  (listId: ListId, text: string): AppThunk<Pasted> =>
  (dispatch, getState, { ports, session }) => {
    const state = getState();
    const rows = selectItemGroups(state, listId).open.flatMap((id) => selectItem(state, listId, id) ?? []);
    const idsFor = (count: number) => newItemIds(state, listId, count, ports);
    const plan = planPaste(readPastedLines(text), rows.findLast(isBlank), idsFor);
    const { into, added } = plan;
    if (into || added.length > 0) dispatch(linesShared({ listId, into, added }));
    return pastedBy(plan, session.data());
  };
