import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListId } from '../../contract/ids';
import { findLists } from '../../domain/findLists';
import { useAppSelector } from '../../store/state/hooks';
import { selectLists } from '../../store/view/viewSelectors';
import { useAnnounce } from '../../ui/LiveRegions';

/** From here on a list is looked for faster with letters than with the eyes. */
const LISTS_MIN = 8;

export interface Finding {
  /** There is something to look through. */
  readonly isOffered: boolean;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The lists to show, each with the items that were found in it; null while nobody looks for anything. */
  readonly found: ReadonlyMap<ListId, readonly string[]> | null;
}

/** Finds lists by any part of their names and items, for as long as there are many. */
export const useFind = (): Finding => {
  const { t } = useTranslation();
  const lists = useAppSelector(selectLists);
  const announce = useAnnounce();
  const [text, setText] = useState('');
  const isOffered = lists.length >= LISTS_MIN;
  const isLooking = isOffered && text.trim() !== '';
  const items = useAppSelector((state) => (isLooking ? state.items : null));
  const found = useMemo(() => {
    if (!items) return null;
    const searched = lists.map(({ id, name }) => ({
      id,
      name: name.trim() || t('list.fallbackName'),
      items: Object.values(items[id]?.rows ?? {}),
    }));
    return new Map(
      findLists(searched, text).map((list) => [list.id, list.items.map(({ description }) => description.trim())]),
    );
  }, [lists, items, text, t]);
  const count = found?.size ?? null;
  useEffect(() => {
    if (count !== null) announce(t('find.found', { count }));
  }, [count, announce, t]);
  return { isOffered, text, setText, found };
};
