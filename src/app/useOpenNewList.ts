import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ListId } from '../contract/ids';
import { useOpenList } from '../features/openList';
import { isLayerEntry } from '../ui/useBackCloses';

/**
 * Opens a list that a dialog has just made, once the dialog's own entry of the history is gone: back leads to the lists then.
 * @returns to be called with the list
 */
export const useOpenNewList = (): ((listId: ListId) => void) => {
  const open = useOpenList();
  const [waiting, setWaiting] = useState<ListId | null>(null);
  const isCovered = isLayerEntry(useLocation());
  useEffect(() => {
    if (waiting === null || isCovered) return;
    setWaiting(null);
    open(waiting);
  }, [waiting, isCovered, open]);
  return setWaiting;
};
