import { type ReactNode, useState } from 'react';
import type { ListId } from '../contract/ids';
import { selectFirstError } from '../store/state/errorsSlice';
import { useAppSelector } from '../store/state/hooks';
import type { RootState } from '../store/state/rootReducer';
import { selectHasPulled, selectListIds } from '../store/view/viewSelectors';
import { shareSheet } from './parts';
import { useSharedText } from './useSharedText';

interface ShareWorld {
  /** Someone is signed in, and nothing else is open. */
  readonly isFree: boolean;
  readonly onNewList: () => void;
  readonly onOpenList: (listId: ListId) => void;
}

export interface ShareTarget {
  /** Something of it is open, or on its way to its list. */
  readonly isActive: boolean;
  readonly sheet: ReactNode;
  /** The text is not wanted any more. */
  readonly drop: () => void;
  /** A list was made. True when a shared text waits, for which it was made then. */
  readonly takeList: (listId: ListId) => boolean;
}

/** Lists that came in while one reaches for an entry would move it from under the finger. An error, offline too, ends the wait. */
const selectAreListsKnown = (state: RootState): boolean =>
  selectHasPulled(state) || selectListIds(state).length > 0 || selectFirstError(state) !== null;

/** What another app shared finds its list: the sheet asks which, and the list opens with the new items in it. */
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
      <shareSheet.Part
        open={isOpen}
        text={last}
        madeFor={madeFor}
        onNewList={() => {
          // Every entry closes the sheet first, and closing it drops the text.
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
