import { type RefObject, useLayoutEffect } from 'react';
import type { ListId } from '../../contract/ids';

/** Where one left the overview; it outlives the page. */
export interface RowMemory {
  readonly listId: ListId;
  /** px. */
  readonly scrollY: number;
}

export const rowLinkId = (listId: ListId): string => `list-${listId}`;

/** Back from a list, the page stands where it stood and the focus is on that list's row. */
export const useReturnToRow = (memory: RefObject<RowMemory | null>): void => {
  useLayoutEffect(() => {
    const { current } = memory;
    if (!current) return;
    memory.current = null;
    window.scrollTo(0, current.scrollY);
    document.getElementById(rowLinkId(current.listId))?.focus({ preventScroll: true });
  }, [memory]);
};
