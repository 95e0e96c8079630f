import type { ItemId } from '../../contract/ids';
import { itemOf } from './itemElements';

/** The action of a key while rows are selected. The checkbox itself handles Space. */
type SelectionAct =
  | { readonly kind: 'end' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'all'; readonly ids: readonly ItemId[] }
  | { readonly kind: 'go'; readonly id: ItemId }
  /** Selects from one row to the other. */
  | { readonly kind: 'reach'; readonly from: ItemId; readonly id: ItemId };

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** @param order all rows in the order on screen */
export const selectionKey = (
  { key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent,
  order: readonly ItemId[],
): SelectionAct | null => {
  if (key === 'Escape') return { kind: 'end' };
  // A Mac's key for deleting is Backspace.
  if (key === 'Delete' || key === 'Backspace') return { kind: 'delete' };
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') return { kind: 'all', ids: order };
  const step = STEPS[key];
  const from = itemOf(target);
  if (step === undefined || !from) return null;
  const id = order[order.indexOf(from) + step] ?? from;
  return shiftKey ? { kind: 'reach', from, id } : { kind: 'go', id };
};
