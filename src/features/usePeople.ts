import { useCallback, useEffect, useState } from 'react';
import type { ListId } from '../contract/ids';
import type { ListPeople } from '../contract/sharing';
import { loadPeople, type ServerAnswer } from '../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';

type Known = { readonly kind: 'loading' } | ServerAnswer<ListPeople>;
const LOADING: Known = { kind: 'loading' };

/** The last answers of this visit, by person and list. They are shown while the next one is awaited, and offline. */
const loaded = new Map<string, Known>();

/**
 * Loads the members of a list: when somebody looks, after each action, and when the server's row of the list changes. It
 * changes with the members, and when the server gets to know a new list or has a removed one back. The old answer stays
 * until the new one arrives.
 */
export const usePeople = (listId: ListId, isWanted: boolean): readonly [Known, () => void] => {
  const dispatch = useAppDispatch();
  const key = useAppSelector(({ session }) => `${session.user?.id} ${listId}`);
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: Known }>({ key, answer: LOADING });
  const [asks, setAsks] = useState(0);
  const changedAt = useAppSelector(({ data }) => data.base.lists[listId]?.updatedAt);
  const askAgain = useCallback(() => setAsks((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again after each action, and when the row changes
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void dispatch(loadPeople(listId)).then((answer) => {
      if (answer.kind === 'ok') loaded.set(key, answer);
      if (!isOver) setKnown({ key, answer });
    });
    return () => {
      isOver = true;
    };
  }, [dispatch, listId, key, isWanted, asks, changedAt]);
  const answer = known.key === key ? known.answer : LOADING;
  // Nobody is asked offline, so the last question may have had no answer.
  const isAnswered = answer.kind !== 'loading' && (isWanted || answer.kind !== 'unreachable');
  return [isAnswered ? answer : (loaded.get(key) ?? answer), askAgain];
};
