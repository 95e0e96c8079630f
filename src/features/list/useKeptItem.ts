import { useLayoutEffect, useRef } from 'react';
import { FIELDS, type ItemFields, isItemText } from '../../contract/fields';
import type { ItemId, ListId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';
import { useAppSelector } from '../../store/state/hooks';
import { selectItemRows } from '../../store/view/viewSelectors';

/**
 * The last known state of the edited item. Its row stays on screen until the person leaves it, even if another device
 * removes the item.
 * @param editedId null while nobody types
 */
export const useKeptItem = (items: Readonly<Record<ItemId, ItemRow>>, editedId: ItemId | null): ItemRow | null => {
  // A ref, because a state would render the rows a second time at each key.
  const kept = useRef<ItemRow | null>(null);
  const now = editedId === null ? null : (items[editedId] ?? (kept.current?.id === editedId ? kept.current : null));
  useLayoutEffect(() => {
    kept.current = now;
  });
  return now;
};

const OTHER_FIELDS = (Object.keys(FIELDS.items) as (keyof ItemFields)[]).filter((name) => !isItemText(name));

const isSameIgnoringTexts = (before: ItemRow | undefined, now: ItemRow | undefined): boolean =>
  !before === !now && OTHER_FIELDS.every((name) => before?.[name] === now?.[name]);

/** `useKeptItem` for a component that does not draw the texts of the item, so that a typed key does not render it. */
export const useKeptItemIgnoringTexts = (listId: ListId, editedId: ItemId | null): ItemRow | null =>
  useKeptItem(
    useAppSelector(
      (state) => selectItemRows(state, listId),
      (before, now) => editedId === null || isSameIgnoringTexts(before[editedId], now[editedId]),
    ),
    editedId,
  );
