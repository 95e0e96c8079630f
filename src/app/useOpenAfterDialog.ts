import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListId } from '../contract/ids';
import { useOpenList } from '../features/openList';
import { overlaysAt } from '../ui/useBackCloses';

/**
 * Opens a list for a dialog that closes: one that it created, or that the person joined there. It waits until the dialog's
 * history entry is gone, so that back leads to the lists, and until the dialog has given back the focus.
 * @returns call it with the list
 */
export const useOpenAfterDialog = (): ((listId: ListId) => void) => {
  const open = useOpenList();
  const [waiting, setWaiting] = useState<ListId | null>(null);
  const isCovered = overlaysAt(useLocation()) > 0;
  useEffect(() => {
    if (waiting === null || isCovered) return;
    setWaiting(null);
    open(waiting);
  }, [waiting, isCovered, open]);
  return setWaiting;
};
