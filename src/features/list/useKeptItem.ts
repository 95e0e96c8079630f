import { useLayoutEffect, useRef } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';

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
