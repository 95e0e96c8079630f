import { useState } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemRow } from '../../contract/records';

/**
 * The item that somebody types in, as it was last: its row outlives its removal elsewhere until it is left.
 * @param heldId null while nobody types
 */
export const useKeptItem = (items: Readonly<Record<ItemId, ItemRow>>, heldId: ItemId | null): ItemRow | null => {
  const [kept, setKept] = useState<ItemRow | null>(null);
  const now = heldId === null ? null : (items[heldId] ?? (kept?.id === heldId ? kept : null));
  if (now !== kept) setKept(now);
  return now;
};
