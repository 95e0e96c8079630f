import type { ListId } from '../../contract/ids';
import { asSentText } from '../../domain/sentText';
import type { AppThunk } from '../state/appStore';
import { selectItemGroups } from './itemGroups';
import { selectItem } from './viewSelectors';

/** The open items of a list as text, in a form that a paste understands. '' if there are none. */
export const readListAsText =
  (listId: ListId): AppThunk<string> =>
  (_dispatch, getState) => {
    const state = getState();
    return asSentText(selectItemGroups(state, listId).open.flatMap((id) => selectItem(state, listId, id) ?? []));
  };
