import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ListId } from '../../contract/ids';

/** Where one left the overview; it outlives the page. */
export interface RowMemory {
  readonly listId: ListId;
  /** px. */
  readonly scrollY: number;
}

export const rowLinkId = (listId: ListId): string => `list-${listId}`;

const focusRow = (listId: ListId, options: FocusOptions): void =>
  document.getElementById(rowLinkId(listId))?.focus(options);

/** Back from a list, the page stands where it stood and the focus is on that list's row. */
export const useReturnToRow = (memory: RefObject<RowMemory | null>, openId: ListId | null): void => {
  const wasOpen = useRef(openId);
  useLayoutEffect(() => {
    const closed = wasOpen.current;
    wasOpen.current = openId;
    if (openId !== null) return;
    const { current } = memory;
    memory.current = null;
    // It stood beside, so the rows are where they were.
    if (closed !== null) return focusRow(closed, {});
    if (!current) return;
    window.scrollTo(0, current.scrollY);
    focusRow(current.listId, { preventScroll: true });
  }, [memory, openId]);
};
