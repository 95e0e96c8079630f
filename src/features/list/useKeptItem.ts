import { useState } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';

/**
 * The last known state of the edited item. Its row stays on screen until the person leaves it, even if another device
 * removes the item.
 * @param heldId null while nobody types
 */
export const useKeptItem = (items: Readonly<Record<ItemId, ItemRow>>, heldId: ItemId | null): ItemRow | null => {
  const [kept, setKept] = useState<ItemRow | null>(null);
  const now = heldId === null ? null : (items[heldId] ?? (kept?.id === heldId ? kept : null));
  if (now !== kept) setKept(now);
  return now;
};
