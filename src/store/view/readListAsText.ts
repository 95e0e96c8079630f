import type { ListId } from '../../contract/ids';
import { asSentText } from '../../domain/sentText';
import type { AppThunk } from '../state/appStore';
import { selectItemGroups } from './itemGroups';
import { selectItem } from './viewSelectors';

/** What is to buy in a list, as a text that a paste reads back; '' when there is nothing. */
export const readListAsText =
  (listId: ListId): AppThunk<string> =>
  (_dispatch, getState) => {
    const state = getState();
    return asSentText(selectItemGroups(state, listId).open.flatMap((id) => selectItem(state, listId, id) ?? []));
  };
