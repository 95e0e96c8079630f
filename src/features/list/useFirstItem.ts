import { useEffect, useRef, useState } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import { addFirstItem } from '../../store/acts/firstItem';
import { sweepBlanks } from '../../store/acts/rowThunks';
import { useAppDispatch, useAppSelector } from '../../store/state/hooks';
import { type ItemGroups, selectSummary } from '../../store/view/itemGroups';
import { focusField, rowOf } from './itemElements';

/**
 * Adds a blank item to an empty list, so that an open list always has a row. If the list was empty when it was opened,
 * its first row gets the caret. The blank item is deleted when other rows arrive while the focus is in no row. When the
 * person leaves the list, all its blank items are deleted.
 * @param shown the rows on screen: one that is being edited stays there when another device removes its item
 */
export const useFirstItem = (listId: ListId, shown: ItemGroups): void => {
  const dispatch = useAppDispatch();
  const wasEmpty = useState(useAppSelector((state) => selectSummary(state, listId).isEmpty))[0];
  const hasNone = shown.open.length + shown.done.length === 0;
  const isEmpty = useAppSelector((state) => selectSummary(state, listId).isEmpty);
  const added = useRef<ItemId | null>(null);
  const first = shown.open[0];
  const [isOpening, setOpening] = useState(wasEmpty);

  useEffect(() => {
    if (hasNone) added.current = dispatch(addFirstItem(listId));
  }, [dispatch, listId, hasNone]);

  useEffect(() => {
    if (isEmpty || added.current === null || rowOf(document.activeElement)) return;
    dispatch(sweepBlanks(listId, (id) => id === added.current));
  }, [dispatch, listId, isEmpty]);

  useEffect(() => {
    if (!isOpening || (isEmpty && !first)) return;
    // A row that came from elsewhere gets no caret: by then the person may be anywhere on the page.
    if (isEmpty && first) focusField(first, 'description');
    setOpening(false);
  }, [isOpening, first, isEmpty]);

  useEffect(() => () => void dispatch(sweepBlanks(listId)), [dispatch, listId]);
};
