import { useCallback } from 'react';
import type { ListId } from '../../contract/ids';
import { shareLines } from '../../store/acts/shareLines';
import { useAppDispatch } from '../../store/state/hooks';
import { usePasteOffer } from '../usePasteOffer';

/** @returns adds shared text to a list, with undo */
export const useShareActs = (): ((listId: ListId, text: string) => void) => {
  const dispatch = useAppDispatch();
  const offer = usePasteOffer();
  return useCallback((listId, text) => offer(listId, dispatch(shareLines(listId, text))), [dispatch, offer]);
};
