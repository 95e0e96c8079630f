import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListId } from '../../contract/ids';

/** Where one left the overview; it outlives the page. */
export interface RowMemory {
  readonly listId: ListId;
  /** px. */
  readonly scrollY: number;
  /** It was made a moment before it was opened. */
  readonly isNew?: true;
}

const LIT_MS = 1200;

export const rowLinkId = (listId: ListId): string => `list-${listId}`;

const focusRow = (listId: ListId, options: FocusOptions): void =>
  document.getElementById(rowLinkId(listId))?.focus(options);

/**
 * Back from a list, the page stands where it stood and the focus is on that list's row.
 * @returns the row that is lit for a moment, because its list is new
 */
export const useReturnToRow = (memory: RefObject<RowMemory | null>, openId: ListId | null): ListId | null => {
  const [lit, setLit] = useState<ListId | null>(null);
  const wasOpen = useRef(openId);
  useLayoutEffect(() => {
    const closed = wasOpen.current;
    wasOpen.current = openId;
    if (openId !== null) return;
    const { current } = memory;
    memory.current = null;
    if (current?.isNew) setLit(current.listId);
    // It stood beside, so the rows are where they were.
    if (closed !== null) return focusRow(closed, {});
    if (!current) return;
    window.scrollTo(0, current.scrollY);
    // A new row stands last, where one has not been yet.
    focusRow(current.listId, { preventScroll: !current.isNew });
  }, [memory, openId]);

  useEffect(() => {
    if (lit === null) return;
    const timer = setTimeout(() => setLit(null), LIT_MS);
    return () => clearTimeout(timer);
  }, [lit]);
  return lit;
};
