import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { DelayedMoves } from './delayedMoves';

/** Below the nearest row above it that is still there: other devices may have changed the rows above it too. */
const withEdited = (open: readonly ItemId[], edited: ItemId, lastOpen: readonly ItemId[]): readonly ItemId[] => {
  if (open.includes(edited)) return open;
  const above = lastOpen.slice(0, lastOpen.indexOf(edited)).findLast((id) => open.includes(id));
  const index = above === undefined ? 0 : open.indexOf(above) + 1;
  return [...open.slice(0, index), edited, ...open.slice(index)];
};

/**
 * Which rows each section shows, in the list's order.
 * @param edited the row that the person edits. It keeps its place until they leave it, whatever other devices do
 * @param lastOpen the open rows as they were shown last
 */
export const shownItems = (
  ids: readonly ItemId[],
  { groups, waiting }: DelayedMoves,
  edited: ItemId | null,
  lastOpen: readonly ItemId[],
): ItemGroups => {
  const isEditedMissing = edited !== null && !groups.open.includes(edited);
  if (waiting.size === 0 && !isEditedMissing) return groups;
  const done = new Set(groups.done.filter((id) => !waiting.has(id) && id !== edited));
  const open = ids.filter((id) => !done.has(id));
  return { open: edited ? withEdited(open, edited, lastOpen) : open, done: groups.done.filter((id) => done.has(id)) };
};
