import { useEffect, useState } from 'react';
import type { ListId } from '../contract/ids';
import type { ListPeople } from '../contract/sharing';
import { loadPeople, type ServerAnswer } from '../store/acts/sharingThunks';
import { useAppDispatch, useAppSelector } from '../store/state/hooks';
import { selectStreamPhase } from '../store/state/syncSlice';

/** The people of a list, as far as they are known. */
export type KnownPeople = { readonly kind: 'loading' } | ServerAnswer<ListPeople>;
const LOADING: KnownPeople = { kind: 'loading' };

/** The last answers of this visit, by person and list. They are shown while the next one is awaited, and offline. */
const loaded = new Map<string, KnownPeople>();

/**
 * Loads the members of a list. It asks when the sheet opens, after each action, when base has a newer row of the list,
 * and once more when there was no answer and the event stream is connected. The server sends a newer row when the members
 * change, and when it creates or restores the list. Until the new answer arrives, the old one is returned.
 * @param isWanted false while the sheet is closed, and offline
 * @returns the answer, and a function that asks again
 */
export const usePeople = (listId: ListId, isWanted: boolean): readonly [KnownPeople, () => void] => {
  const dispatch = useAppDispatch();
  const key = useAppSelector(({ session }) => `${session.user?.id} ${listId}`);
  const [known, setKnown] = useState<{ readonly key: string; readonly answer: KnownPeople }>({ key, answer: LOADING });
  const [asks, setAsks] = useState(0);
  const changedAt = useAppSelector(({ data }) => data.base.lists[listId]?.updatedAt);
  const askAgain = (): void => setAsks((count) => count + 1);
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
  const isConnected = useAppSelector((state) => selectStreamPhase(state) === 'connected');
  const isBack = isConnected && known.answer.kind === 'unreachable';
  useEffect(() => {
    if (isBack) setAsks((count) => count + 1);
  }, [isBack]);
  const answer = known.key === key ? known.answer : LOADING;
  // Nobody is asked offline, so the last question may have had no answer.
  const isAnswered = answer.kind !== 'loading' && (isWanted || answer.kind !== 'unreachable');
  return [isAnswered ? answer : (loaded.get(key) ?? answer), askAgain];
};
