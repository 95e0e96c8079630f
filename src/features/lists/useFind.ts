import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { findLists } from '../../domain/findLists';
import { useAppSelector } from '../../store/state/hooks';
import { selectLists } from '../../store/view/viewSelectors';
import { listName } from '../listName';
import { useOnceTrue } from '../useOnceTrue';
import { FIND_LISTS_MIN } from './overviewSizes';

interface Finding {
  /** Whether the search field is shown. Once it is, it stays. */
  readonly isOffered: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The matching lists, each with its matching items; null without a search. */
  readonly found: ReadonlyMap<ListId, readonly string[]> | null;
}

/**
 * Searches lists by any part of their names and items.
 * @param before the text of the search from which the person comes back
 */
export const useFind = (before: string): Finding => {
  const { t } = useTranslation();
  const lists = useAppSelector(selectLists);
  const [text, setText] = useState(before);
  // A list may be removed while the person types in the field.
  const isOffered = useOnceTrue(lists.length >= FIND_LISTS_MIN || before !== '');
  const isLooking = isOffered && text.trim() !== '';
  const items = useAppSelector((state) => (isLooking ? state.items : null));
  const found = useMemo(() => {
    if (!items) return null;
    const searched = lists.map(({ id, name }) => ({
      id,
      name: listName(t, name),
      items: Object.values(items[id]?.rows ?? {}),
    }));
    return new Map(
      findLists(searched, text).map((list) => [list.id, list.items.map(({ description }) => description.trim())]),
    );
  }, [lists, items, text, t]);
  return { isOffered, text, setText, found };
};
