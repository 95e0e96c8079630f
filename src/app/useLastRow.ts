import { type RefObject, useEffect, useRef } from 'react';
import { asListId } from '../contract/ids';
import type { RowMemory } from '../features/lists/useReturnToRow';
import { listIdAt, paths } from '../features/paths';

/**
 * Remembers the row to which the person returns from the open list: the row that they tapped, or that of the list at
 * this address, after a reload or a link.
 */
export const useLastRow = (pathname: string): RefObject<RowMemory | null> => {
  const lastRow = useRef<RowMemory | null>(null);
  useEffect(() => {
    const listId = asListId(listIdAt(pathname));
    if (!pathname.startsWith(paths.list('')) || lastRow.current?.listId === listId) return;
    lastRow.current = { listId, scrollY: 0 };
  }, [pathname]);
  return lastRow;
};
