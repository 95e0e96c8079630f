import { useCallback, useEffect, useState } from 'react';
import type { ListId } from '../contract/ids';
import type { ListPeople } from '../contract/sharing';
import { type Asked, loadPeople } from '../store/acts/sharingThunks';
import { useAppDispatch } from '../store/state/hooks';

type Known = { readonly kind: 'loading' } | Asked<ListPeople>;

/** Who is in a list, asked while somebody looks, and again after each act. What was known stands until the answer is there. */
export const usePeople = (listId: ListId, isWanted: boolean): readonly [Known, () => void] => {
  const dispatch = useAppDispatch();
  const [known, setKnown] = useState<Known>({ kind: 'loading' });
  const [asks, setAsks] = useState(0);
  const askAgain = useCallback(() => setAsks((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each ask is a new question
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void dispatch(loadPeople(listId)).then((answer) => {
      if (!isOver) setKnown(answer);
    });
    return () => {
      isOver = true;
    };
  }, [dispatch, listId, isWanted, asks]);
  return [known, askAgain];
};
