import { isBlank } from '../../contract/fields';
import type { RootState } from '../../store/state/rootReducer';
import { selectItem, selectItemIds, selectListIds } from '../../store/view/viewSelectors';

/** A person who wrote this many items is likely to use the app again. */
const ENOUGH = 3;

export const selectHasEnoughItems = (state: RootState): boolean => {
  let count = 0;
  for (const listId of selectListIds(state)) {
    for (const itemId of selectItemIds(state, listId)) {
      const item = selectItem(state, listId, itemId);
      if (item && !isBlank(item)) count += 1;
      if (count === ENOUGH) return true;
    }
  }
  return false;
};
