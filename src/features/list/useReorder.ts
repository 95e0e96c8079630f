import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ItemId, ListId } from '../../contract/ids';
import { reorderItem, undoReorder } from '../../store/acts/orderThunks';
import { useAppDispatch } from '../../store/state/hooks';
import type { ItemGroups } from '../../store/view/itemGroups';
import { selectItem } from '../../store/view/viewSelectors';
import { bringIntoView } from './bringIntoView';
import { itemOf, rowById } from './itemElements';
import { itemName } from './itemName';
import { useUndoBar } from './useUndoBar';

export interface Reorder {
  /** Moves a row to an index in its section. */
  moveTo(id: ItemId, index: number): void;
  /** Whether a row has a place above (-1) or below (1) it in its section. */
  canMoveBy(id: ItemId, step: number): boolean;
  /** Moves a row up (-1) or down (1) in its section. */
  moveBy(id: ItemId, step: number): void;
  /**
   * Handles Alt+↑ and Alt+↓ anywhere in a row.
   * @returns true if it handled the key
   */
  onKeyDown(event: KeyboardEvent<HTMLElement>): boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const stepOf = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): number | undefined =>
  altKey && !shiftKey && !ctrlKey && !metaKey ? STEPS[key] : undefined;

/** Moves rows within their section. The undo bar shows the new position, and screen readers announce it. */
export const useReorder = (listId: ListId, shown: ItemGroups): Reorder => {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const offerUndo = useUndoBar(listId);

  const sectionOf = (id: ItemId): readonly ItemId[] => (shown.open.includes(id) ? shown.open : shown.done);
  const moveTo = (id: ItemId, index: number): void => {
    const section = sectionOf(id);
    const moved = flushSync(() => dispatch(reorderItem(listId, id, section, index)));
    const item = dispatch((_dispatch, getState) => selectItem(getState(), listId, id));
    if (!moved || !item) return;
    bringIntoView(rowById(id));
    const name = itemName(t, item);
    const text = t('undo.itemMoved', { name, place: index + 1, total: section.length });
    offerUndo(text, () => dispatch(undoReorder(moved)), { name, series: `itemReordered ${id}` });
  };
  const canMoveBy = (id: ItemId, step: number): boolean => {
    const section = sectionOf(id);
    return section[section.indexOf(id) + step] !== undefined;
  };
  const moveBy = (id: ItemId, step: number): void => {
    if (!canMoveBy(id, step)) return;
    moveTo(id, sectionOf(id).indexOf(id) + step);
    // Above the message too. A dropped row need not be: it would move away from the pointer.
    bringIntoView(rowById(id)?.querySelector('.fields') ?? null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    const step = stepOf(event);
    const id = itemOf(event.target);
    if (step === undefined || !id) return false;
    event.preventDefault();
    moveBy(id, step);
    return true;
  };
  return { moveTo, canMoveBy, moveBy, onKeyDown };
};
