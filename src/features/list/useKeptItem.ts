import { useLayoutEffect, useRef } from 'react';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemRows } from '../../store/view/viewSelectors';

/**
 * The last known state of the edited item. Its row stays on screen until the person leaves it, even if another device
 * removes the item.
 * @param heldId null while nobody types
 */
export const useKeptItem = (items: Readonly<Record<ItemId, ItemRow>>, heldId: ItemId | null): ItemRow | null => {
  // No state: it would render the rows a second time at each key.
  const kept = useRef<ItemRow | null>(null);
  const now = heldId === null ? null : (items[heldId] ?? (kept.current?.id === heldId ? kept.current : null));
  useLayoutEffect(() => {
    kept.current = now;
  });
  return now;
};

const isAlikeButForTexts = (before: ItemRow | undefined, now: ItemRow | undefined): boolean =>
  before === now || (before?.done === now?.done && before?.order === now?.order && !before === !now);

/** The edited item as `useKeptItem` says, for a component that does not draw its texts: a key does not render it. */
export const useKeptItemButItsTexts = (listId: ListId, heldId: ItemId | null): ItemRow | null =>
  useKeptItem(
    useAppSelector(
      (state) => selectItemRows(state, listId),
      (before, now) => heldId === null || isAlikeButForTexts(before[heldId], now[heldId]),
    ),
    heldId,
  );
