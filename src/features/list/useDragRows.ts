import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ItemGroups } from '../../store/view/itemGroups';
import type { Reorder } from './useReorder';

interface DragUses {
  readonly canOrder: boolean;
  /** Rows are selected: then a finger finds handles too. */
  readonly isSelecting: boolean;
  readonly shown: ItemGroups;
  readonly moveTo: Reorder['moveTo'];
}

/** Rows can be dragged by their handles. The code for it comes when the first handle can be seen: under a mouse, or in a selection. */
export const useDragRows = (list: HTMLElement | null, { canOrder, isSelecting, shown, moveTo }: DragUses): void => {
  const [hasMouse, setMouse] = useState(false);
  const latest = useRef({ shown, moveTo });
  useLayoutEffect(() => {
    latest.current = { shown, moveTo };
  });

  useEffect(() => {
    if (!list || !canOrder) return;
    const onPointerOver = ({ pointerType }: PointerEvent): void => {
      if (pointerType !== 'touch') setMouse(true);
    };
    list.addEventListener('pointerover', onPointerOver);
    return () => list.removeEventListener('pointerover', onPointerOver);
  }, [list, canOrder]);

  const isWanted = canOrder && (hasMouse || isSelecting);
  useEffect(() => {
    if (!list || !isWanted) return;
    let end: (() => void) | null = null;
    let isOver = false;
    const start = ({ dragRows }: typeof import('./dragRows')): void => {
      if (isOver) return;
      end = dragRows(list, {
        drawn: (id) => {
          const { open, done } = latest.current.shown;
          return open.includes(id) ? open : done;
        },
        onDrop: (id, index) => latest.current.moveTo(id, index),
      });
    };
    // Where the code cannot be had, rows are moved by keys and buttons.
    import('./dragRows').then(start, () => undefined);
    return () => {
      isOver = true;
      end?.();
    };
  }, [list, isWanted]);
};
