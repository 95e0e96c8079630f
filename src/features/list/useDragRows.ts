import { useEffect, useEffectEvent, useState } from 'react';
import type { ItemId } from '../../contract/ids';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { Reorder } from './useReorder';

interface DragUses {
  readonly canOrder: boolean;
  /** While rows are selected, touch screens show handles too. */
  readonly isSelecting: boolean;
  readonly shown: ItemGroups;
  readonly moveTo: Reorder['moveTo'];
}

/**
 * Lets rows be dragged by their handles. The code is loaded when a handle can be seen: with a mouse, or while rows are
 * selected. A drag ends with the selection, because the handles are then elsewhere or gone.
 */
export const useDragRows = (list: HTMLElement | null, { canOrder, isSelecting, shown, moveTo }: DragUses): void => {
  const [hasMouse, setMouse] = useState(false);
  const drawn = useEffectEvent((id: ItemId) => (shown.open.includes(id) ? shown.open : shown.done));
  const onDrop = useEffectEvent(moveTo);

  useEffect(() => {
    if (!list || !canOrder) return;
    const onPointerOver = ({ pointerType }: PointerEvent): void => {
      if (pointerType !== 'touch') setMouse(true);
    };
    list.addEventListener('pointerover', onPointerOver);
    return () => list.removeEventListener('pointerover', onPointerOver);
  }, [list, canOrder]);

  useEffect(() => {
    if (!list || !canOrder || !(hasMouse || isSelecting)) return;
    let end: (() => void) | null = null;
    let isOver = false;
    const start = ({ dragRows }: typeof import('./dragRows')): void => {
      if (isOver) return;
      end = dragRows(list, { drawn: (id) => drawn(id), onDrop: (id, index) => onDrop(id, index) });
    };
    // If loading fails, keys and buttons still move rows.
    import('./dragRows').then(start, () => undefined);
    return () => {
      isOver = true;
      end?.();
    };
  }, [list, canOrder, hasMouse, isSelecting]);
};
