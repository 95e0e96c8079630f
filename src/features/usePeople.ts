import { useCallback, useEffect, useState } from 'react';
import type { ListId } from '../contract/ids';
import type { ListPeople } from '../contract/sharing';
import { type Asked, loadPeople } from '../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';

type Known = { readonly kind: 'loading' } | Asked<ListPeople>;

/**
 * Loads the members of a list: when somebody looks, after each action, and once the server knows a new list. The old
 * answer stays until the new one arrives.
 */
export const usePeople = (listId: ListId, isWanted: boolean): readonly [Known, () => void] => {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<Known>({ kind: 'loading' });
  const [asks, setAsks] = useState(0);
  const idAtServer = useAppSelector(({ data }) => data.base.lists[listId]?.documentId);
  const askAgain = useCallback(() => setAsks((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again after each action, and once the server knows the list
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void dispatch(loadPeople(listId)).then((answer) => {
      if (!isOver) setKnown(answer);
    });
    return () => {
      isOver = true;
    };
  }, [dispatch, listId, isWanted, asks, idAtServer]);
  return [known, askAgain];
};
