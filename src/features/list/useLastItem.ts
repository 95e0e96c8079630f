import { useMemo } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { useAppSelector } from '../../store/hooks';
import type { RootState } from '../../store/rootReducer';
import { selectItem } from '../../store/viewSelectors';

/** The item as it is, or as it was last: a row someone types in outlives its removal elsewhere until they leave it. */
export const useLastItem = (listId: ListId, id: ItemId): ItemRow | undefined => {
  const select = useMemo(() => {
    let last: ItemRow | undefined;
    return (state: RootState): ItemRow | undefined => {
      last = selectItem(state, listId, id) ?? last;
      return last;
    };
  }, [listId, id]);
  return useAppSelector(select);
};
