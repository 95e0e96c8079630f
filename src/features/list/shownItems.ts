import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { DelayedMoves } from './delayedMoves';

/** The row that the person edits. It keeps its place and text until they leave it, whatever other devices do. */
export interface EditedPlace {
  readonly id: ItemId;
  /** Its index among the open rows when editing began. */
  readonly index: number;
}

const withEdited = (open: readonly ItemId[], { id, index }: EditedPlace): readonly ItemId[] =>
  open.includes(id) ? open : [...open.slice(0, index), id, ...open.slice(index)];

/** Which rows each section shows, in the list's order. */
export const shownItems = (
  ids: readonly ItemId[],
  { groups, waiting }: DelayedMoves,
  edited: EditedPlace | null,
): ItemGroups => {
  const isEditedMissing = edited !== null && !groups.open.includes(edited.id);
  if (waiting.size === 0 && !isEditedMissing) return groups;
  const done = new Set(groups.done.filter((id) => !waiting.has(id) && id !== edited?.id));
  const open = ids.filter((id) => !done.has(id));
  return { open: edited ? withEdited(open, edited) : open, done: groups.done.filter((id) => done.has(id)) };
};
