import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { DelayedMoves } from './delayedMoves';
import { shownItems } from './shownItems';

/** The rows that each section shows. Remembers those that it showed last, for the place of the edited row. */
export const useShownItems = (
  ids: readonly ItemId[],
  delayedMoves: DelayedMoves,
  edited: ItemId | null,
): ItemGroups => {
  const lastOpen = useRef<readonly ItemId[]>(delayedMoves.groups.open);
  const shown = useMemo(() => shownItems(ids, delayedMoves, edited, lastOpen.current), [ids, delayedMoves, edited]);
  useLayoutEffect(() => {
    lastOpen.current = shown.open;
  });
  return shown;
};
