import { useEffect, useState } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { addFirstItem } from '../../store/firstItem';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { sweepBlanks } from '../../store/rowThunks';
import { selectSummary } from '../../store/viewSelectors';
import { focusField } from './itemElements';

/** Of several windows the one in use goes first: the item it adds reaches the others within this time, who need none then. */
const OTHER_WINDOW_MS = 500;

/**
 * An open list is never without a row: an empty one gets its one empty item, and the caret when it is opened. What was left
 * blank goes when the list is left.
 * @param open ids of its open items
 */
export const useFirstItem = (listId: ListId, open: readonly ItemId[]): void => {
  const dispatch = useAppDispatch();
  const wasEmpty = useState(useAppSelector((state) => selectSummary(state, listId).isEmpty))[0];
  const hasNone = useAppSelector((state) => selectSummary(state, listId).total === 0);
  const first = open[0];
  const [isOpening, setOpening] = useState(wasEmpty);

  useEffect(() => {
    if (!hasNone) return;
    const add = (): void => void dispatch(addFirstItem(listId));
    if (document.hasFocus()) return add();
    const later = setTimeout(add, OTHER_WINDOW_MS);
    return () => clearTimeout(later);
  }, [dispatch, listId, hasNone]);

  useEffect(() => {
    if (!isOpening || !first) return;
    focusField(first, 'description');
    setOpening(false);
  }, [isOpening, first]);

  useEffect(() => () => void dispatch(sweepBlanks(listId)), [dispatch, listId]);
};
