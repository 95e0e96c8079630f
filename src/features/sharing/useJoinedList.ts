import { useEffect, useEffectEvent, useState } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemIds, selectList } from '../../store/view/viewSelectors';

interface Sheet {
  readonly open: boolean;
  readonly onJoined: (listId: ListId) => void;
  readonly onClose: () => void;
}

/** Longer than a round of the leading tab usually takes. */
const JOINED_WITHIN_MS = 10_000;
/** The items of a list come just after it. A list that has none by then is empty. */
const ITEMS_WITHIN_MS = 1000;

/**
 * Opens a joined list once it is here with its items: another tab may lead, and pulls it then. If it does not come in
 * time, the sheet closes over Lists, where the list will appear.
 */
export const useJoinedList = ({ open, onJoined, onClose }: Sheet) => {
  const [joined, setJoined] = useState<ListId | null>(null);
  const isHere = useAppSelector((state) => joined !== null && selectList(state, joined) !== undefined);
  const hasItems = useAppSelector((state) => joined !== null && selectItemIds(state, joined).length > 0);
  const end = useEffectEvent((listId: ListId): void => {
    setJoined(null);
    if (isHere) onJoined(listId);
    else onClose();
  });
  useEffect(() => {
    if (joined === null) return;
    if (!open) return setJoined(null);
    if (isHere && hasItems) return end(joined);
    const timer = setTimeout(() => end(joined), isHere ? ITEMS_WITHIN_MS : JOINED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [joined, isHere, hasItems, open]);
  return { isAwaited: joined !== null, await: setJoined };
};
