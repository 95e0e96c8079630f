import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { DelayedMoves } from './delayedMoves';

/** The row that the person edits. It keeps its place and text until they leave it, whatever other devices do. */
export interface HeldRow {
  readonly id: ItemId;
  /** Its index among the open rows when editing began. */
  readonly index: number;
}

const withHeld = (open: readonly ItemId[], { id, index }: HeldRow): readonly ItemId[] =>
  open.includes(id) ? open : [...open.slice(0, index), id, ...open.slice(index)];

/** Which rows each section shows, in the list's order. */
export const shownItems = (
  ids: readonly ItemId[],
  { groups, waiting }: DelayedMoves,
  held: HeldRow | null,
): ItemGroups => {
  const isHeldAway = held !== null && !groups.open.includes(held.id);
  if (waiting.size === 0 && !isHeldAway) return groups;
  const done = new Set(groups.done.filter((id) => !waiting.has(id) && id !== held?.id));
  const open = ids.filter((id) => !done.has(id));
  return { open: held ? withHeld(open, held) : open, done: groups.done.filter((id) => done.has(id)) };
};
