import { type ReactNode, useState } from 'react';
import type { ListId } from '../contract/ids';
import { selectFirstError } from '../store/state/errorsSlice';
import { useAppSelector } from '../store/state/hooks';
import type { RootState } from '../store/state/rootReducer';
import { selectHasPulled, selectListIds } from '../store/view/viewSelectors';
import { shareSheet } from './lazyComponents';
import { useSharedText } from './useSharedText';

interface ShareWorld {
  /** Somebody is signed in and past Guest, and no other overlay is open. */
  readonly isFree: boolean;
  readonly onNewList: () => void;
  readonly onOpenList: (listId: ListId) => void;
}

interface ShareTarget {
  /** Whether its sheet is open, or the text is being added to a list. */
  readonly isActive: boolean;
  readonly sheet: ReactNode;
  /** Discards the text. */
  readonly drop: () => void;
  /** Called with a new list. Returns true when a shared text waits; then the text is added to that list. */
  readonly takeList: (listId: ListId) => boolean;
}

/**
 * Waits for the lists: rows that appear later would move the entry under the person's finger. An error, also being
 * offline, ends the wait.
 */
const selectAreListsKnown = (state: RootState): boolean =>
  selectHasPulled(state) || selectListIds(state).length > 0 || selectFirstError(state) !== null;

/** Adds shared text to a list: the sheet asks which one, and then that list opens. */
export const useShareTarget = ({ isFree, onNewList, onOpenList }: ShareWorld): ShareTarget => {
  const [text, setText] = useSharedText();
  const [last, setLast] = useState('');
  const [madeFor, setMadeFor] = useState<ListId | null>(null);
  if (text !== null && text !== last) setLast(text);
  const areListsKnown = useAppSelector(selectAreListsKnown);
  const isOpen = text !== null && isFree && areListsKnown && madeFor === null;
  const drop = (): void => setText(null);
  return {
    isActive: isOpen || madeFor !== null,
    drop,
    takeList: (listId) => {
      if (text !== null) setMadeFor(listId);
      return text !== null;
    },
    sheet: (
      <shareSheet.Lazy
        open={isOpen}
        text={last}
        madeFor={madeFor}
        onNewList={() => {
          // Every entry closes the sheet first, and closing discards the text. So it is set again.
          setText(last);
          onNewList();
        }}
        onAdded={(listId) => {
          setMadeFor(null);
          drop();
          onOpenList(listId);
        }}
        onClose={drop}
      />
    ),
  };
};
