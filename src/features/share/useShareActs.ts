import { useCallback } from 'react';
import type { ListId } from '../../contract/ids';
import { useAppDispatch } from '../../store/hooks';
import { shareLines } from '../../store/shareLines';
import { usePasteOffer } from '../usePasteOffer';

/** @returns adds shared text to a list, with the way back */
export const useShareActs = (): ((listId: ListId, text: string) => void) => {
  const dispatch = useAppDispatch();
  const offer = usePasteOffer();
  return useCallback((listId, text) => offer(listId, dispatch(shareLines(listId, text))), [dispatch, offer]);
};
