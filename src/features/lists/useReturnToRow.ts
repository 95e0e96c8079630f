import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { keepAt } from '../keepAt';

/** The opened row, the scroll position and the search when the person left the lists. It outlives the page. */
export interface RowMemory {
  readonly listId: ListId;
  /** In px. */
  readonly scrollY: number;
  /** The distance from the top of the window to the tapped row, in px. Absent if the list was not opened by its row. */
  readonly rowTop?: number | undefined;
  /** The text in the search field. */
  readonly search?: string;
  /** The list was created just before it was opened. */
  readonly isNew?: true;
}

/**
 * The search from which the person comes back. None if the opened list is not there any more, for example because
 * somebody else has signed in since.
 */
export const searchBefore = (memory: RowMemory | null, ids: readonly ListId[]): string =>
  memory && ids.includes(memory.listId) ? (memory.search ?? '') : '';

const HIGHLIGHT_MS = 1200;

export const rowLinkId = (listId: ListId): string => `list-${listId}`;

const focusRow = (listId: ListId, options: FocusOptions): void =>
  document.getElementById(rowLinkId(listId))?.focus(options);

/** The distance from the top of the window to the row of a list, in px. */
export const rowTopOf = (listId: ListId): number | undefined =>
  document.getElementById(rowLinkId(listId))?.getBoundingClientRect().top;

/**
 * After returning from a list, restores the scroll position and focuses the list's row.
 * @returns the row to highlight for a moment, because its list is new
 */
export const useReturnToRow = (memory: RefObject<RowMemory | null>, openId: ListId | null): ListId | null => {
  const [highlighted, setHighlighted] = useState<ListId | null>(null);
  const wasOpen = useRef(openId);
  useLayoutEffect(() => {
    const closed = wasOpen.current;
    wasOpen.current = openId;
    if (openId !== null) return;
    const { current } = memory;
    memory.current = null;
    if (current?.isNew) setHighlighted(current.listId);
    // The list was in the other pane, so the rows have not moved.
    if (closed !== null) return focusRow(closed, {});
    if (!current) return;
    window.scrollTo(0, current.scrollY);
    const { listId, rowTop } = current;
    // A row that the person has not tapped may be outside the window: that of a new list is the last one.
    focusRow(listId, { preventScroll: rowTop !== undefined });
    if (rowTop !== undefined) keepAt(() => rowTopOf(listId), rowTop);
  }, [memory, openId]);

  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [highlighted]);
  return highlighted;
};
